"use client";

import { Search } from "lucide-react";
import { useState } from "react";
import { Button, type ButtonVariant } from "../ui/button";
import { Choices, Switch } from "../ui/choices";
import { CodeArea, Field, Select, TextArea, TextInput } from "../ui/field";
import { FileButton } from "../ui/file-button";
import { IconButton } from "../ui/icon-button";
import { Kbd, KeyHint } from "../ui/kbd";
import { ButtonLink } from "../ui/links/button-link";
import { CopyLink } from "../ui/links/copy-link";
import { DownloadLink } from "../ui/links/download-link";
import { FilterLinks } from "../ui/links/filter-links";
import { ItemList } from "../ui/links/item-list";
import { DropdownMenu } from "../ui/overlay/dropdown-menu";
import { RestoredNote } from "../ui/restored-note";
import { SearchInput } from "../ui/search-input";
import { Tabs } from "../ui/tabs";
import { WordsForm } from "../ui/words-form";
import { FormSpecimen } from "./form-specimen";
import { LONG_TEXT, nothing, Row, type Scheme, Specimen } from "./specimen";

const VARIANTS: readonly ButtonVariant[] = ["main", "plain", "quiet", "person", "danger"];
const HERE = "/styleguide";

/** What one presses, chooses and types into. */
export function Controls() {
  return (
    <>
      <Specimen name="Button" states="variants, small, disabled, pending, long text">
        {() => (
          <>
            <Row>
              {VARIANTS.map((variant) => (
                <Button key={variant} variant={variant}>
                  {variant}
                </Button>
              ))}
            </Row>
            <Row>
              {VARIANTS.map((variant) => (
                <Button key={variant} variant={variant} size="small">
                  {variant}
                </Button>
              ))}
            </Row>
            <Row>
              {VARIANTS.map((variant) => (
                <Button key={variant} variant={variant} disabled>
                  {variant === "main" ? "Saving…" : variant}
                </Button>
              ))}
            </Row>
            <Button>{LONG_TEXT}</Button>
          </>
        )}
      </Specimen>
      <Specimen name="CopyLink" states="words, icon">
        {() => (
          <Row>
            <CopyLink href={HERE} />
            <CopyLink href={HERE} isIcon />
          </Row>
        )}
      </Specimen>
      <Specimen name="ButtonLink" states="variants, small">
        {() => (
          <Row>
            {VARIANTS.map((variant) => (
              <ButtonLink key={variant} href={HERE} variant={variant}>
                {variant}
              </ButtonLink>
            ))}
            <ButtonLink href={HERE} size="small">
              small
            </ButtonLink>
          </Row>
        )}
      </Specimen>
      <Specimen name="IconButton" states="normal, disabled; its tooltip comes with pointer or focus">
        {() => (
          <Row>
            <IconButton label="Search runs">
              <Search aria-hidden="true" className="size-4" />
            </IconButton>
            <IconButton label="Search runs, which is off" disabled>
              <Search aria-hidden="true" className="size-4" />
            </IconButton>
          </Row>
        )}
      </Specimen>
      <Specimen
        name="DropdownMenu"
        states="a press opens it: plain and disabled items, a choice, the page that is shown, long text"
      >
        {() => (
          <Row>
            <Menu />
          </Row>
        )}
      </Specimen>
      <Specimen name="DownloadLink" states="normal">
        {() => <DownloadLink href="/api/v1/openapi.json">Download</DownloadLink>}
      </Specimen>
      <Specimen name="FileButton" states="normal">
        {(scheme) => (
          <div>
            <FileButton label={`File, ${scheme}`} accept=".json" onFiles={() => {}}>
              Choose file
            </FileButton>
          </div>
        )}
      </Specimen>
      <Specimen name="FilterLinks" states="current, others">
        {(scheme) => (
          <FilterLinks
            label={`Filters, ${scheme}`}
            path={HERE}
            view={{}}
            groups={[
              {
                name: "show",
                all: "All",
                choices: [
                  ["live", "Live"],
                  ["completed", "Completed"],
                ],
              },
            ]}
          />
        )}
      </Specimen>
      <Specimen name="ItemList" states="a page with another behind it">
        {(scheme) => (
          <ItemList
            label={`Items, ${scheme}`}
            things="items"
            path={HERE}
            view={{}}
            page={{ items: [LONG_TEXT], nextCursor: "c" }}
            none={null}
          >
            {(text) => <li key={text}>{text}</li>}
          </ItemList>
        )}
      </Specimen>
      <Specimen name="Tabs" states="chosen, others, with a count; arrow keys move">
        {(scheme) => (
          <Tabs
            label={`Tabs, ${scheme}`}
            param={`tab-${scheme}`}
            panelClassName="pt-3"
            tabs={[
              { key: "plan", label: "Plan", panel: "What is to be done." },
              { key: "log", label: "Log", count: 12, panel: "What happened." },
              { key: "cost", label: "Cost", panel: "What it took." },
            ]}
          />
        )}
      </Specimen>
      <Fields />
      <Specimen name="KeyHint" states="on a button, where it is wide">
        {() => (
          <Button>
            Approve
            <KeyHint keys="a" />
          </Button>
        )}
      </Specimen>
      <Specimen name="Kbd" states="one key, keys in a row">
        {() => (
          <Row>
            <Kbd keys="Enter" />
            <Kbd keys="g r" />
          </Row>
        )}
      </Specimen>
    </>
  );
}

const Menu = () => (
  <DropdownMenu
    label="Menu"
    align="start"
    trigger={<Button>Menu</Button>}
    items={[
      { key: "plain", label: "Duplicate", onSelect: nothing },
      { key: "off", label: "Delete", disabled: true, onSelect: nothing },
      { key: "chosen", label: "By date", checked: true, onSelect: nothing },
      { key: "other", label: "By cost", checked: false, onSelect: nothing },
      { key: "here", label: "Settings", current: true, onSelect: nothing },
      { key: "long", label: LONG_TEXT.slice(0, 60), onSelect: nothing },
    ]}
  />
);

/** Controls of forms; those of one scheme share nothing with those of the other. */
function Fields() {
  return (
    <>
      <Specimen name="Field" states="empty, with help, with an error, disabled">
        {() => (
          <>
            <Field label="Name">{(wiring) => <TextInput {...wiring} placeholder="Release notes" />}</Field>
            <Field label="Limit" help="In US dollars; empty means no limit.">
              {(wiring) => <TextInput {...wiring} defaultValue="5" />}
            </Field>
            <Field label="Limit" error="Enter a number above 0.">
              {(wiring) => <TextInput {...wiring} defaultValue="-5" />}
            </Field>
            <Field label="Limit">{(wiring) => <TextInput {...wiring} defaultValue="5" disabled />}</Field>
          </>
        )}
      </Specimen>
      <Specimen name="FormFields" states="a field of every look, an error, a group">
        {() => <FormSpecimen />}
      </Specimen>
      <Specimen name="TextInput" states="long text">
        {(scheme) => <TextInput aria-label={`Text, ${scheme}`} defaultValue={LONG_TEXT} />}
      </Specimen>
      <Specimen name="SearchInput" states="empty, long text, disabled">
        {(scheme) => (
          <>
            <SearchInput label={`Search, ${scheme}`} value="" onChange={() => {}} />
            <SearchInput label={`Long search, ${scheme}`} value={LONG_TEXT} onChange={() => {}} />
            <SearchInput label={`Search that is off, ${scheme}`} value="ship" onChange={() => {}} disabled />
          </>
        )}
      </Specimen>
      <Specimen name="TextArea" states="empty, long text, disabled">
        {(scheme) => (
          <>
            <TextArea aria-label={`Empty, ${scheme}`} placeholder="Comment, recorded with your decision" />
            <TextArea aria-label={`Long, ${scheme}`} defaultValue={LONG_TEXT} />
            <TextArea aria-label={`Off, ${scheme}`} defaultValue="Sent" disabled />
          </>
        )}
      </Specimen>
      <Specimen name="CodeArea" states="empty, long text, disabled">
        {(scheme) => (
          <>
            <CodeArea aria-label={`Empty code, ${scheme}`} placeholder="PLAN: A letter" />
            <CodeArea aria-label={`Long code, ${scheme}`} defaultValue={LONG_TEXT} />
            <CodeArea aria-label={`Code that is off, ${scheme}`} defaultValue="(+ 1 2)" disabled />
          </>
        )}
      </Specimen>
      <Specimen name="Select" states="normal, disabled, long text">
        {(scheme) => (
          <>
            <Select aria-label={`Choice, ${scheme}`}>
              <option>Same as default</option>
              <option>{LONG_TEXT}</option>
            </Select>
            <Select aria-label={`Choice that is off, ${scheme}`} disabled>
              <option>Same as default</option>
            </Select>
          </>
        )}
      </Specimen>
      <Specimen name="WordsForm" states="empty, saving; it takes the focus when it opens">
        {(scheme) => <Words scheme={scheme} />}
      </Specimen>
      <Specimen name="RestoredNote" states="of a moment with what came with it, of an unknown one">
        {() => (
          <>
            <RestoredNote atMs={0} what="6-task plan attached" onRemove={() => undefined} />
            <RestoredNote atMs={undefined} onRemove={() => undefined} />
            <RestoredNote
              atMs={0}
              what="not saved: 2 staged changes"
              label="Discard draft"
              onRemove={() => undefined}
            />
          </>
        )}
      </Specimen>
      <Specimen name="Choices" states="chosen, others, with help">
        {(scheme) => <ReviewModes scheme={scheme} />}
      </Specimen>
      <Specimen name="Switch" states="on, off, with help">
        {() => <Switches />}
      </Specimen>
    </>
  );
}

function ReviewModes({ scheme }: { scheme: Scheme }) {
  const [mode, setMode] = useState("hold");
  return (
    <Choices
      legend={`Reviews, ${scheme}`}
      value={mode}
      onChange={setMode}
      choices={[
        { value: "hold", label: "Hold", help: "A decision applies after a short time." },
        { value: "manual", label: "Ask", help: "A person decides each time." },
      ]}
    />
  );
}

function Switches() {
  const [on, setOn] = useState(true);
  return (
    <>
      <Switch checked={on} onChange={setOn} help="Review the drafted plan before it runs.">
        Approve the plan
      </Switch>
      <Switch checked={!on} onChange={(off) => setOn(!off)}>
        Start at once
      </Switch>
    </>
  );
}

function Words({ scheme }: { scheme: Scheme }) {
  const [isOpen, setOpen] = useState(false);
  const form = { label: "Note", text: "", maxLength: 200, onSave: async () => true };
  if (!isOpen)
    return (
      <div>
        <Button onClick={() => setOpen(true)}>Add note</Button>
      </div>
    );
  return (
    <>
      <WordsForm {...form} keptAs={`note-${scheme}`} busy={false} onClose={() => setOpen(false)} />
      <WordsForm {...form} keptAs={`busy-note-${scheme}`} busy onClose={() => setOpen(false)} />
    </>
  );
}
