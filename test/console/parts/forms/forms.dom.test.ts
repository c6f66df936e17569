// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { h } from "preact";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Choice } from "../../../../console/parts/forms/choice.tsx";
import { ConfirmDialog } from "../../../../console/parts/forms/confirm-dialog.tsx";
import { Field } from "../../../../console/parts/forms/field.tsx";
import type { FormOptions } from "../../../../console/parts/forms/form.tsx";
import { Form } from "../../../../console/parts/forms/form.tsx";
import { FormDialog } from "../../../../console/parts/forms/form-dialog.tsx";
import { PLAIN } from "../../../../console/parts/forms/plain.ts";
import { TextField } from "../../../../console/parts/forms/text-field.tsx";
import {
  restoreTypedAddresses,
  typedAddresses,
  useTypedAddress,
} from "../../../../console/parts/forms/typed-addresses.ts";
import { fill, press, settled, submit } from "../../dom/acts.ts";
import { descriptions, main } from "../../dom/contents.ts";
import { openPage } from "../../dom/page.ts";
import { button, failed, hasButton, textBox, texts } from "../../dom/shown.ts";

afterEach(() => void vi.useRealTimers());

describe("a form", () => {
  const opened = async (options: Partial<FormOptions> = {}, onDone?: () => void) => {
    const sent: PromiseWithResolvers<void>[] = [];
    const send = () => {
      const sending = Promise.withResolvers<void>();
      sent.push(sending);
      return sending.promise;
    };
    const isWrong = signal(false);
    const page = await openPage();
    const box = () =>
      h("div", {}, [h("input", { id: "first" }), h("input", { id: "wrong", "aria-invalid": isWrong.value })]);
    await page.show(() =>
      h(Form, { onSubmit: () => send, ...options, ...(onDone === undefined ? {} : { onDone }), children: box() }),
    );
    return { sent, send, isWrong, page };
  };
  const form = () => main().querySelector("form");
  const alert = () => form()?.querySelector("[role=alert]")?.textContent;
  const states = () => [form()?.getAttribute("aria-busy"), button("Save").getAttribute("aria-disabled")];

  it("is sent once at a time, says what is under way, and is done when it was sent", async () => {
    const done = vi.fn();
    const { sent } = await opened({ progress: "Half of it" }, done);
    expect([states(), texts("main [role=status]"), hasButton("Other")]).toEqual([["false", "false"], [""], false]);
    await submit();
    await submit();
    expect([sent.length, states(), texts("main [role=status]")]).toEqual([1, ["true", "true"], ["Half of it"]]);
    expect(done).not.toHaveBeenCalled();
    sent[0]?.resolve();
    await act(settled);
    expect([done.mock.calls.length, states(), texts("main [role=status]")]).toEqual([1, ["false", "false"], [""]]);
    await submit();
    expect(sent.length).toBe(2);
  });

  it("leaves explanations to itself, and says why it has failed until it is sent again", async () => {
    const { sent } = await opened();
    expect([alert(), form()?.noValidate, texts("main [role=status]")]).toEqual(["", true, []]);
    await submit();
    sent[0]?.reject(new Error("No room."));
    await act(settled);
    expect([alert(), states()]).toEqual(["Something unexpected happened: No room.", ["false", "false"]]);
    await submit();
    expect(alert()).toBe("");
    sent[1]?.resolve();
    await act(settled);
    expect(alert()).toBe("");
  });

  it("has the caller's words, and a second way to end", async () => {
    const other = vi.fn(() => Promise.reject(new Error("No.")));
    await opened({ submit: "Send", other: { label: "Other", run: other }, reason: () => "Not today." });
    expect([hasButton("Send"), hasButton("Save")]).toEqual([true, false]);
    expect(button("Other").getAttribute("aria-disabled")).toBe("false");
    await press("Other");
    expect([other.mock.calls.length, alert()]).toEqual([1, "Not today."]);
  });

  it("puts the focus into the first box that is wrong, at each attempt, and sends nothing", async () => {
    const { isWrong } = await opened({ onSubmit: () => null });
    isWrong.value = true;
    await act(settled);
    expect(document.activeElement).toBe(document.body);
    await submit();
    expect([document.activeElement?.id, states()]).toEqual(["wrong", ["false", "false"]]);
    document.getElementById("first")?.focus();
    await submit();
    expect(document.activeElement?.id).toBe("wrong");
  });

  it("puts the focus into the box that turns out to be wrong", async () => {
    const { sent, isWrong } = await opened({ reason: () => null });
    await submit();
    await act(() => {
      isWrong.value = true;
    });
    expect(document.activeElement).toBe(document.body);
    sent[0]?.reject(new Error("No."));
    await act(settled);
    expect([document.activeElement?.id, alert()]).toEqual(["wrong", ""]);
  });

  it("that has gone tells its failure as any action does, if there is one to tell", async () => {
    const { sent, page } = await opened();
    await submit();
    await page.show(() => null);
    sent[0]?.reject(new Error("No room."));
    await act(settled);
    expect(failed()).toBe("Something unexpected happened: No room.");
    const quiet = await opened({ reason: () => null });
    await submit();
    await quiet.page.show(() => null);
    quiet.sent[0]?.reject(new Error("Another."));
    await act(settled);
    expect(failed()).toBeNull();
  });
});

describe("a dialog", () => {
  const dialog = () => main().querySelector("dialog");
  const name = () => document.getElementById(dialog()?.getAttribute("aria-labelledby") ?? "")?.textContent;
  const asks = async () => {
    const [confirmed, closed] = [vi.fn(), vi.fn()];
    const texts = { title: "Delete owls?", text: "They are gone then.", confirm: "Delete", keep: "Keep" };
    const isAsked = signal(false);
    const page = await openPage();
    await page.show(() => isAsked.value && h(ConfirmDialog, { ...texts, onConfirm: confirmed, onClose: closed }));
    isAsked.value = true;
    // Rendering is a microtask. The browser handles the next key in a task.
    await new Promise((resolve) => setImmediate(resolve));
    return { confirmed, closed };
  };

  it.each([
    ["Delete", 1],
    ["Keep", 0],
  ])("that asks is open before the next key, and over after %s", async (answer, times) => {
    const { confirmed, closed } = await asks();
    expect([dialog()?.open, name(), texts("dialog p")]).toEqual([true, "Delete owls?", ["They are gone then."]]);
    expect(texts("dialog button")).toEqual(["Keep", "Delete"]);
    await press(answer, dialog() ?? document);
    expect([confirmed.mock.calls.length, closed.mock.calls.length, dialog()?.open]).toEqual([times, 1, false]);
  });

  it("is closed by Escape, but not by a file box in it", async () => {
    const { closed } = await asks();
    const cancel = (at: Element | null | undefined) => {
      const event = new Event("cancel", { bubbles: true, cancelable: true });
      at?.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect([cancel(dialog()?.querySelector("p")), dialog()?.open, closed.mock.calls.length]).toEqual([false, true, 0]);
    expect([cancel(dialog()), dialog()?.open, closed.mock.calls.length]).toEqual([true, false, 1]);
  });

  it.each([
    ["Escape", { isComposing: true }, true],
    ["Escape", { keyCode: 229 }, true],
    ["Escape", { keyCode: 27 }, false],
    ["Enter", { keyCode: 229 }, false],
  ])("keeps the browser from %s by %j: %s", async (key, init, isKept) => {
    await asks();
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init });
    dialog()?.querySelector("p")?.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(isKept);
  });

  it("with a form has the focus in its first box, stays when sending fails, and closes when it was sent", async () => {
    const closed = vi.fn();
    let answers: (() => Promise<void>)[] = [];
    const send = () => answers.shift()?.() ?? Promise.resolve();
    answers = [() => Promise.reject(new Error("No room."))];
    const page = await openPage();
    const box = h("label", {}, [h("button", { type: "button" }, "Hint"), h("input", { id: "first" })]);
    await page.show(() => h(FormDialog, { title: "Owls", onSubmit: () => send, onClose: closed, children: box }));
    expect([dialog()?.open, name(), document.activeElement?.id]).toEqual([true, "Owls", "first"]);
    await submit();
    expect([dialog()?.open, closed.mock.calls.length]).toEqual([true, 0]);
    expect(texts("dialog [role=alert]")).toEqual(["Something unexpected happened: No room."]);
    await submit();
    expect([dialog()?.open, closed.mock.calls.length]).toEqual([false, 1]);
  });
});

describe("a field", () => {
  it.each([
    [null, null, [], "false"],
    ["A hint", null, ["A hint"], "false"],
    [null, "Too long", ["Too long"], "true"],
    ["A hint", "Too long", ["A hint", "Too long"], "true"],
  ])("with the hint %j and the problem %j is read with both", async (hint, problem, words, isInvalid) => {
    await (await openPage()).show(() =>
      h(Field, { label: "Name", hint, problem, children: (attributes) => h("input", attributes) }),
    );
    const box = textBox("Name");
    expect([descriptions(box), box.getAttribute("aria-invalid"), texts("small")]).toEqual([words, isInvalid, words]);
    expect(box.hasAttribute("aria-describedby")).toBe(words.length > 0);
  });

  it.each([
    [{}, "INPUT", []],
    [{ rows: 1, hint: "Short" }, "INPUT", ["Short"]],
    [{ rows: 4, hint: "Short" }, "TEXTAREA", ["Short"]],
  ])("of a text with %j takes what is typed, up to the API's limit", async (fields, tag, hints) => {
    const typed = vi.fn();
    const field = { label: "Note", maxLength: 9, value: "Owls", onType: typed, ...fields };
    await (await openPage()).show(() => h(TextField, field));
    const box = textBox("Note");
    expect([box.value, box.maxLength, descriptions(box), box.tagName]).toEqual(["Owls", 9, hints, tag]);
    await fill("Note", "Wrens");
    expect(typed).toHaveBeenCalledExactlyOnceWith("Wrens");
  });
});

it("a choice shows its value and gives the chosen one, but none that it does not offer", async () => {
  const chosen = vi.fn();
  const choices = [
    ["new", "Newest"],
    ["old", "Oldest"],
  ] as const;
  await (await openPage()).show(() => h(Choice<string>, { label: "Order", value: "old", choices, onChoose: chosen }));
  const select = main().querySelector("select") as HTMLSelectElement;
  expect([select.value, texts("option"), texts("label > span")]).toEqual(["old", ["Newest", "Oldest"], ["Order"]]);
  const change = () => select.dispatchEvent(new Event("change", { bubbles: true }));
  select.value = "new";
  change();
  expect(chosen).toHaveBeenCalledExactlyOnceWith("new");
  select.value = "other";
  change();
  expect(chosen).toHaveBeenCalledTimes(1);
});

describe("an address that was typed and not saved", () => {
  const typing = async () => {
    const page = await openPage();
    const Box = ({ form }: { form: "bookmark" | "stock" }) => {
      const [text, type] = useTypedAddress(form);
      return h("p", {}, [
        h(TextField, { label: form, inputMode: "url", value: text, onType: type, ...PLAIN }),
        h("output", {}, text),
      ]);
    };
    await page.show(() => h("div", {}, [h(Box, { form: "bookmark" }), h(Box, { form: "stock" })]));
  };

  it("is kept for the same person, in its own form", async () => {
    restoreTypedAddresses({ personId: "ada", addresses: { bookmark: "blog.example" } });
    await typing();
    expect([textBox("bookmark").value, textBox("stock").value]).toEqual(["blog.example", ""]);
    await fill("stock", "deck.example");
    expect([texts("output"), typedAddresses()]).toEqual([
      ["blog.example", "deck.example"],
      { personId: "ada", addresses: { bookmark: "blog.example", stock: "deck.example" } },
    ]);
  });

  it("is not corrected by the browser", async () => {
    await typing();
    const given = ["type", "inputmode", "autocomplete", "autocapitalize"].map((name) =>
      textBox("bookmark").getAttribute(name),
    );
    expect(given).toEqual(["text", "url", "off", "none"]);
    expect(textBox("bookmark").getAttribute("spellcheck")).not.toBe("true");
  });

  it("of another person is not shown, and is lost when this one types", async () => {
    restoreTypedAddresses({ personId: "grace", addresses: { bookmark: "blog.example" } });
    await typing();
    expect(textBox("bookmark").value).toBe("");
    await fill("stock", "d");
    expect(typedAddresses()).toEqual({ personId: "ada", addresses: { stock: "d" } });
  });

  it.each([
    null,
    undefined,
    "x",
    {},
    { personId: "ada", addresses: null },
    { personId: 1, addresses: {} },
    { personId: "ada", addresses: "x" },
  ])("is not restored from %j", (kept) => {
    const before = typedAddresses();
    restoreTypedAddresses(kept);
    expect(typedAddresses()).toBe(before);
  });
});
