"use client";

import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { Field, TextInput } from "../ui/field";
import { Dialog, DialogClose, Drawer } from "../ui/overlay/dialog";
import { DialogForm } from "../ui/overlay/dialog-form";
import { DrawerPart } from "../ui/overlay/drawer-part";
import { ImportDialog } from "../ui/overlay/import-dialog";
import { useToast } from "../ui/overlay/toast";
import { PageHeader } from "../ui/page-header";
import { Section } from "../ui/section";
import { LONG_TEXT, Panel, Row, Specimen, TONES } from "./specimen";

/** What holds other things, on the page and above it. Layers have the theme of the page. */
export function Layers() {
  return (
    <>
      <Specimen name="PageHeader" states="with actions, long text">
        {() => (
          <>
            <PageHeader title="Runs" actions={<Button variant="main">New mission</Button>}>
              Every run of the workspace.
            </PageHeader>
            <PageHeader title={LONG_TEXT} />
          </>
        )}
      </Specimen>
      <Specimen name="Card" states="plain, with an aside, long text">
        {(scheme) => (
          <>
            <Card title="Live runs">No live runs.</Card>
            <Card title={`${LONG_TEXT}, ${scheme}`} aside="3 live">
              {LONG_TEXT}
            </Card>
          </>
        )}
      </Specimen>
      <Specimen name="Section" states="with an aside, last of its place">
        {() => (
          <Panel>
            <Section title="Forecast to finish" aside="plan v2">
              About $0.05
            </Section>
            <Section title="Budgets">{LONG_TEXT}</Section>
          </Panel>
        )}
      </Specimen>
      <Specimen name="DrawerPart" states="plain, long text">
        {() => (
          <>
            <DrawerPart title="Provenance">Learned from one run.</DrawerPart>
            <DrawerPart title="Effect">{LONG_TEXT}</DrawerPart>
          </>
        )}
      </Specimen>
      <Specimen name="Dialog" states="a question, a form with an error, long text">
        {() => (
          <Row>
            <Dialog
              title="Cancel run"
              description="Tasks at work are stopped; what they did stays."
              trigger={<Button>Question</Button>}
              footer={
                <>
                  <DialogClose>
                    <Button>Keep it running</Button>
                  </DialogClose>
                  <DialogClose>
                    <Button variant="danger">Cancel run</Button>
                  </DialogClose>
                </>
              }
            />
            <Dialog title="Save view" trigger={<Button>Form</Button>}>
              <DialogForm
                onSend={() => undefined}
                action="Save view"
                isBusy={false}
                problem={{ message: "A view with this name exists.", issues: [] }}
              >
                <Field label="Name" error="Enter a name.">
                  {(wiring) => <TextInput {...wiring} />}
                </Field>
              </DialogForm>
            </Dialog>
            <Dialog title={LONG_TEXT} description={LONG_TEXT} size="wide" trigger={<Button>Long</Button>}>
              {LONG_TEXT.repeat(12)}
            </Dialog>
          </Row>
        )}
      </Specimen>
      <Specimen name="Drawer" states="normal, filled">
        {() => (
          <Row>
            <Drawer title="Details" trigger={<Button>Drawer</Button>}>
              {LONG_TEXT}
            </Drawer>
            <Drawer title="Details" isFilled size="wide" trigger={<Button>Filled drawer</Button>}>
              <p className="min-h-0 grow overflow-y-auto px-5 pb-5">{LONG_TEXT.repeat(12)}</p>
            </Drawer>
          </Row>
        )}
      </Specimen>
      <Specimen name="ImportDialog" states="empty, too large, refused">
        {() => (
          <div>
            <ImportDialog
              title="Import text"
              label="Text (JSON)"
              fileLabel="File (JSON)"
              placeholder="{}"
              maxChars={1_000_000}
              words={{ open: "Import", send: "Import text", sending: "Importing…" }}
              send={async () => ({
                problem: { code: "invalid_input", message: "This text is refused here.", issues: [] },
              })}
              onTaken={() => {}}
            />
          </div>
        )}
      </Specimen>
      <Specimen name="useToast" states="every tone; they come in the column of the navigation, and go">
        {() => <ToastButtons />}
      </Specimen>
    </>
  );
}

function ToastButtons() {
  const toast = useToast();
  return (
    <Row>
      {TONES.map((tone) => (
        <Button
          key={tone}
          size="small"
          onClick={() => toast({ title: `A message: ${tone}`, text: LONG_TEXT, tone, icon: "◆" })}
        >
          {tone}
        </Button>
      ))}
    </Row>
  );
}
