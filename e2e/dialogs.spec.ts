import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { startRun, unique } from "./api";
import { expect, test } from "./fixtures";

type Unready = {
  /** The title of the dialog, and how it is opened from its page. */
  title: string | RegExp;
  open(page: Page): Promise<void>;
  /** Makes it wrong where it is not at first. */
  spoil?(dialog: Locator): Promise<void>;
  /** The first field that is wrong, and what is said of it; without a field what is said at the end. */
  field?: string | RegExp;
  says: RegExp;
  /** What is typed in it is kept by its page, or confirms what is on the screen. */
  closesFreely?: boolean;
};

const discarding = (page: Page) => page.getByRole("dialog", { name: "Discard what you typed?" });

const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole("button", { name, exact: typeof name === "string" })
    .first()
    .click();
const choose = (menu: string, item: string) => async (page: Page) => {
  await page.getByRole("button", { name: menu, exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
};
const fill = (label: string, text: string) => (dialog: Locator) =>
  dialog.getByLabel(label, { exact: true }).fill(text);
const REQUIRED = /This field is required/;

/** By click, by Enter on the button, and by Ctrl Enter: nothing is sent, the reason is said, and the focus is at the field. */
async function expectHeldBack(
  page: Page,
  { title, open, spoil, field, says, closesFreely }: Unready,
): Promise<void> {
  await open(page);
  const dialog = page.getByRole("dialog", { name: title });
  await expect(dialog).toBeVisible();
  await spoil?.(dialog);
  const send = dialog.locator("button[type=submit]");
  const sent: string[] = [];
  const listen = (request: { method(): string; url(): string }) => {
    if (request.method() !== "GET") sent.push(`${request.method()} ${request.url()}`);
  };
  page.on("request", listen);
  const isSaid = async () => {
    const alert = dialog.getByRole("alert").filter({ hasText: says });
    if (field === undefined) return expect(alert).toBeVisible();
    const wrong = dialog.getByLabel(field, { exact: typeof field === "string" });
    await expect(wrong).toBeFocused();
    await expect(wrong).toHaveAttribute("aria-invalid", "true");
    await expect(wrong).toHaveAccessibleDescription(says);
  };
  await send.click();
  await isSaid();
  await send.focus();
  await page.keyboard.press("Enter");
  await isSaid();
  const typed = dialog.locator("input:not([type=checkbox], [type=radio]), textarea").first();
  await typed.focus();
  await page.keyboard.press("Control+Enter");
  await isSaid();
  await expect(send).toBeEnabled();
  // The word that goes with the first letter takes none along.
  await typed.focus();
  const before = await typed.inputValue();
  await page.keyboard.type("ab");
  expect((await typed.inputValue()).length).toBe(before.length + 2);
  page.off("request", listen);
  expect(sent).toEqual([]);
  await page.keyboard.press("Escape");
  if (!closesFreely) {
    await expect(discarding(page)).toBeVisible();
    // A layer hears its keys a moment after it is shown.
    await expect(async () => {
      if (await discarding(page).isVisible()) await page.keyboard.press("Escape");
      await expect(discarding(page)).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
    await expect(typed).toBeFocused();
    await expect(typed).toHaveValue(/ab/);
    await dialog.getByRole("button", { name: "Close" }).click();
    await discarding(page).getByRole("button", { name: "Discard", exact: true }).click();
  }
  await expect(dialog).toHaveCount(0);
}

const WORKSPACE: [path: string, dialogs: Unready[]][] = [
  [
    "/lessons",
    [{ title: "Propose a lesson", open: press("Propose lesson"), field: "Lesson", says: /Enter the lesson/ }],
  ],
  ["/runs?show=failed", [{ title: "Save view", open: press("Save view"), field: "Name", says: REQUIRED }]],
  [
    "/replays",
    [
      {
        title: "Replay a file",
        open: press("Replay a file"),
        field: "Replay or trajectory",
        says: /Paste or choose a file/,
      },
    ],
  ],
  [
    "/library/examples",
    [{ title: "Import examples", open: press("Import"), field: "Examples", says: /Paste or choose a file/ }],
  ],
  ["/library/plans", [{ title: "New template", open: press("New template"), field: "Name", says: REQUIRED }]],
  [
    "/library/reviews",
    [
      {
        title: "New review",
        open: press("New review"),
        field: "Main question",
        says: REQUIRED,
        // Blanks are no words.
        spoil: async (dialog) => {
          await fill("Name", "A review")(dialog);
          await fill("Main question", "  ")(dialog);
        },
      },
    ],
  ],
  [
    "/settings/retention",
    [
      {
        title: "Remove audit lines?",
        open: press("Remove old lines…"),
        says: /exactly as shown/,
        field: /to confirm$/,
        closesFreely: true,
      },
      {
        title: "Remove audit lines?",
        open: press("Remove old lines…"),
        says: /a number of days/,
        spoil: fill("Older than, in days", "soon"),
        field: "Older than, in days",
        closesFreely: true,
      },
    ],
  ],
  [
    "/settings/models",
    [
      {
        title: "Add provider",
        open: press("Add provider"),
        spoil: fill("Name", ""),
        field: "Name",
        says: REQUIRED,
      },
      {
        title: /^Call settings/,
        open: press(/^Call settings/),
        spoil: fill("Temperature", "9"),
        field: "Temperature",
        says: /at most 2/,
      },
    ],
  ],
  [
    "/settings/people",
    [
      {
        title: "New API key",
        open: press("New key"),
        field: "Name",
        says: REQUIRED,
        spoil: fill("Roles (optional)", "lead"),
      },
    ],
  ],
  [
    "/settings/notifications",
    [
      { title: "Add channel", open: press("Add channel"), field: "Name", says: REQUIRED },
      {
        title: "Add channel",
        open: press("Add channel"),
        says: /Choose at least one event/,
        spoil: async (dialog) => {
          await fill("Name", "Ops")(dialog);
          await fill("URL", "https://ops.example/hooks")(dialog);
          for (const name of [/^Gate opened/, /^Gate escalated/, /^Run failed/])
            await dialog.getByRole("checkbox", { name }).uncheck();
        },
      },
      {
        title: "Add channel",
        open: press("Add channel"),
        field: "Port",
        says: /Must be at least 1/,
        spoil: async (dialog) => {
          await dialog.getByText("E-mail").click();
          await fill("Name", "Mail")(dialog);
          await fill("SMTP host", "smtp.example")(dialog);
          await fill("From", "waymark@example.com")(dialog);
          await fill("To", "ada@example.com")(dialog);
          await fill("Port", "0")(dialog);
        },
      },
    ],
  ],
  [
    "/settings/mcp",
    [
      { title: "Add MCP server", open: press("Add server"), field: "Name", says: REQUIRED },
      {
        title: "Add MCP server",
        open: press("Add server"),
        says: /Confirm the program/,
        spoil: async (dialog) => {
          await fill("Name", "files")(dialog);
          await fill("Command", "npx")(dialog);
        },
      },
    ],
  ],
];

for (const [path, dialogs] of WORKSPACE) {
  test(`what cannot be sent from the dialogs of ${path} is held back, and says why`, async ({ page }) => {
    await page.goto(path);
    for (const dialog of dialogs) await expectHeldBack(page, dialog);
  });
}

/** A run that has done a task and waits for a person. */
async function startWaiting(request: APIRequestContext): Promise<string> {
  const tasks = [
    { id: "work", title: "Work", input: "Work" },
    { id: "ask", type: "human_review", title: "May it go on?", depends_on: ["work"] },
    { id: "tell", title: "Tell", input: "Tell", depends_on: ["ask"] },
  ];
  return startRun(request, { mission: unique("Work and ask"), plan: { tasks } });
}

test("what cannot be sent from the dialogs of a run is held back, and says why", async ({
  page,
  request,
}) => {
  const runId = await startWaiting(request);
  await page.goto(`/runs/${runId}?task=work`);
  const dialogs: Unready[] = [
    {
      title: "Replan the rest of the run",
      open: press("Replan"),
      field: "Instructions",
      says: REQUIRED,
      closesFreely: true,
    },
    {
      title: "Abort this run?",
      open: choose("More", "Abort run…"),
      field: "Reason",
      says: REQUIRED,
      closesFreely: true,
    },
    { title: "Save as template", open: choose("More", "Save as template…"), field: "Name", says: REQUIRED },
  ];
  for (const dialog of dialogs) await expectHeldBack(page, dialog);
  await page.getByRole("tab", { name: "Trajectory" }).click();
  await expectHeldBack(page, {
    title: "Replay attempt",
    open: press("Replay"),
    field: "Ignored paths",
    says: /is not a path/,
    spoil: fill("Ignored paths", "a..b"),
  });
  await expectHeldBack(page, {
    title: "Ask other models",
    open: press("Ask other models"),
    field: "System text",
    says: /Enter a system/,
    spoil: async (dialog) => void (await dialog.getByLabel("Prompt").selectOption("text")),
  });
  await page.goto(`/runs/${runId}?at=5`);
  await expectHeldBack(page, {
    title: "Fork this run",
    open: press("Fork from here"),
    field: "Reason",
    says: REQUIRED,
    spoil: async (dialog) => {
      await dialog.getByText("Change settings or plan").click();
      await fill("Plan", "1. Work otherwise")(dialog);
    },
  });
});

test("a template whose parameters are not given is not used yet, and says which", async ({
  page,
  request,
}) => {
  const name = unique("Of a city");
  const body = { title: "Walk", tasks: [{ id: "walk", title: "Walk", input: "Walk in {{city}}" }] };
  const params = [{ name: "city", type: "text", required: true }];
  const made = await request.post("/api/v1/templates", { data: { kind: "plan", name, body, params } });
  expect(made.status(), await made.text()).toBe(201);
  await page.goto("/runs/new");
  await expectHeldBack(page, {
    title: "Start from a template",
    open: press("Start from a template"),
    field: "city",
    says: REQUIRED,
    spoil: async (dialog) => void (await dialog.getByLabel("Template").selectOption(name)),
  });
});

test("what cannot be sent from the dialogs of the plan editor is held back, and says why", async ({
  page,
  request,
}) => {
  const runId = await startWaiting(request);
  await page.goto(`/runs/${runId}?edit=plan`);
  const editor = page.getByRole("region", { name: "Plan editor" });
  await expectHeldBack(page, {
    title: "Edit the rest of the plan as text",
    open: press("Edit as text…"),
    says: /Change the plan first\./,
    closesFreely: true,
  });
  await editor.getByRole("button", { name: "Add task" }).click();
  await expectHeldBack(page, {
    title: /^Apply 1 change/,
    open: press("Review and apply…"),
    field: "Reason",
    says: REQUIRED,
    spoil: fill("Reason", "   "),
    closesFreely: true,
  });
});
