// @vitest-environment happy-dom
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { isDeviceFull } from "../../../console/device/keep-item.ts";
import { ReadNotices } from "../../../console/library/read-notices.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  isDeviceFull.value = false;
});

/** Notices of these minutes, newest first. */
const made = (...minutes: readonly number[]) =>
  minutes.map((minute) => ({
    id: `n${minute}`,
    created_at: `2026-11-27T10:${String(minute).padStart(2, "0")}:00.000Z`,
  }));

/** What a person has read on this device, in a tab. */
function opened(person = "ada"): ReadNotices {
  const notices = new ReadNotices(person);
  onTestFinished(() => notices.close());
  return notices;
}

describe("the read notices of a person on a device", () => {
  it("are none at first, and each that is marked, also in a tab that is opened later", () => {
    const notices = opened();
    notices.setNewest({ notices: made(3, 2, 1), hasMore: false });
    notices.markRead({ id: "n2" });
    expect([notices.unread.value, made(3, 2).map((each) => notices.isUnread(each))]).toEqual([2, [true, false]]);
    // Without an answer of the API, such as without a network.
    expect([opened().unread.value, opened("grace").unread.value]).toEqual([2, 0]);
  });

  it("are all of the list after they are marked, those of later pages as well", () => {
    const notices = opened();
    notices.setNewest({ notices: made(9, 8), hasMore: true });
    expect([notices.unread.value, notices.hasMoreUnread]).toEqual([2, true]);
    notices.markAllRead();
    expect([notices.unread.value, notices.hasMoreUnread]).toEqual([0, false]);
    expect(made(9, 8, 7).map((each) => notices.isUnread(each))).toEqual([false, false, false]);
  });

  it("are not one that comes later, even if it was made before one that is read", () => {
    const notices = opened();
    notices.setNewest({ notices: made(9, 6), hasMore: true });
    notices.markAllRead();
    notices.setNewest({ notices: made(10, 9, 8, 6), hasMore: true });
    expect(made(10, 9, 8, 6).map((each) => notices.isUnread(each))).toEqual([true, false, true, false]);
    // The only one of a list.
    const other = opened("grace");
    other.setNewest({ notices: made(5), hasMore: false });
    other.markAllRead();
    expect(made(4).map((each) => other.isUnread(each))).toEqual([true]);
  });

  it("are those of the other tabs", () => {
    const [here, there] = [opened(), opened()];
    here.setNewest({ notices: made(1), hasMore: false });
    const key = "magpie-notices ada";
    dispatchEvent(new StorageEvent("storage", { key }));
    expect(there.unread.value).toBe(1);
    here.markAllRead();
    dispatchEvent(new StorageEvent("storage", { key: "another" }));
    expect(there.unread.value).toBe(1);
    dispatchEvent(new StorageEvent("storage", { key }));
    expect(there.unread.value).toBe(0);
    there.close();
    here.setNewest({ notices: made(2, 1), hasMore: false });
    dispatchEvent(new StorageEvent("storage", { key }));
    expect(there.unread.value).toBe(0);
  });

  it("are remembered by the latest 300 ids", () => {
    const notices = opened();
    for (let each = 0; each <= 300; each += 1) notices.markRead({ id: `n${each}` });
    notices.markRead({ id: "n1" });
    const { read } = JSON.parse(localStorage.getItem("magpie-notices ada") ?? "") as { readonly read: string[] };
    expect([read.length, read[0], read.at(-1)]).toEqual([300, "n2", "n1"]);
  });

  it("are read in this tab where the device has no space for them, which is told", () => {
    const notices = opened();
    notices.setNewest({ notices: made(1), hasMore: false });
    const { localStorage: own } = globalThis;
    const setItem = vi.fn(() => {
      throw new DOMException("Full.", "QuotaExceededError");
    });
    vi.stubGlobal("localStorage", { getItem: (key: string) => own.getItem(key), setItem });
    notices.markAllRead();
    expect([notices.unread.value, isDeviceFull.value, opened().unread.value]).toEqual([0, true, 1]);
    setItem.mockImplementation(() => {
      throw new TypeError("no storage");
    });
    expect(() => notices.markRead({ id: "n2" })).toThrow("no storage");
  });
});
