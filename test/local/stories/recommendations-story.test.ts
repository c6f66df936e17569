import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Door } from "./recommendations-system.ts";
import { denied, openDoor, RecommendationsSystem } from "./recommendations-system.ts";

describe("two systems that recommend each other", () => {
  let doors: Door[];
  let alice: RecommendationsSystem;
  let bob: RecommendationsSystem;
  beforeAll(async () => {
    const [atAlice, atBob] = [await openDoor(), await openDoor()];
    doors = [atAlice, atBob];
    [alice, bob] = await Promise.all([
      RecommendationsSystem.start("https://alice.example", { "bob.example": atBob.origin }),
      RecommendationsSystem.start("https://bob.example", { "alice.example": atAlice.origin }),
    ]);
    atAlice.leadTo(alice.outputs.api_url);
    atBob.leadTo(bob.outputs.api_url);
  });
  // Every role has exactly the permissions that it needs.
  afterEach(() => expect([...denied(alice), ...denied(bob)]).toEqual([]));
  afterAll(async () => {
    await Promise.all(doors.map((door) => door.close()));
    await Promise.all([alice.close(), bob.close()]);
  });

  it("publish them, notify each other, mail once, and show when the other one removes its recommendation", async () => {
    const [ofBob, ofAlice] = await Promise.all([
      alice.add({ title: "Bob", url: bob.url }),
      bob.add({ title: "Alice", url: alice.url }),
    ]);
    const sides = [
      { here: alice, there: bob, recommendation: ofBob },
      { here: bob, there: alice, recommendation: ofAlice },
    ];
    for (const { here, there, recommendation } of sides) {
      const { created_at, updated_at } = recommendation;
      expect(await here.published()).toEqual([{ url: there.url, created_at, updated_at: updated_at ?? created_at }]);
      expect(await here.delivered(recommendation.id)).toEqual([
        {
          target: there.url,
          endpoint: new URL("/webmentions", there.url).href,
          status: "sent",
          attempts: 1,
          last_status_code: 202,
          last_attempt_at: expect.any(String),
        },
      ]);
      await here.looked(1);
      expect(await here.incoming()).toMatchObject([{ url: there.url, recommending_back: true }]);
      const mails = await here.mailed();
      expect(mails).toMatchObject([{ destination: { to: ["admin@magpie.example"] } }]);
      expect(mails[0]?.body.text).toContain(there.url);
      await here.refreshed(recommendation.id);
      expect(await here.check(there.url)).toMatchObject({ id: recommendation.id, url: there.url });
    }

    // A member's token is verified with the keys of the issuer.
    const path = `/v1/recommendations/${ofBob.id}`;
    for (const event of ["clicked", "subscribed"]) {
      expect((await alice.member.call("POST", `${path}/${event}`)).status).toBe(204);
    }
    expect((await alice.recommendation(ofBob.id, "count.clicks,count.subscribers"))?.count).toEqual({
      clicks: 1,
      subscribers: 1,
    });

    // After a notification the other side verifies again; nothing is new, so that no mail is sent.
    await alice.change(ofBob.id, { title: "Bob's notes" });
    await alice.delivered(ofBob.id, 2);
    await bob.looked(2);
    expect(await bob.incoming()).toMatchObject([{ url: alice.url, recommending_back: true }]);
    expect(await bob.mails()).toHaveLength(1);

    const { status } = await alice.admin.call("DELETE", `/v1/recommendations/${ofBob.id}`);
    expect(status).toBe(204);
    expect(await alice.published()).toEqual([]);
    expect(await alice.delivered(ofBob.id, 3)).toMatchObject([{ target: bob.url, status: "sent" }]);
    await bob.looked(3);
    expect(await bob.incoming()).toEqual([]);
    expect(await bob.mails()).toHaveLength(1);
    expect(await alice.incoming()).toMatchObject([{ url: bob.url, recommending_back: false }]);

    // Recommended again, with a new id: it is shown again, and again without a mail.
    const again = await alice.add({ title: "Bob", url: bob.url });
    expect(again.id).not.toBe(ofBob.id);
    await alice.delivered(again.id);
    await bob.looked(4);
    expect(await bob.incoming()).toMatchObject([{ url: alice.url, recommending_back: true }]);
    expect(await bob.mails()).toHaveLength(1);
    expect(await alice.mails()).toHaveLength(1);

    // The schedules find one mention that is due, and nothing to repair; they need no further permission.
    await alice.dayPassed(bob.list);
    for (const name of ["recommendations-refresh", "reconcile"]) {
      expect((await alice.admin.call("POST", `/_local/schedules/${name}/run`)).status).toBe(200);
    }
    await alice.looked(2);
    expect(await alice.published()).toMatchObject([{ url: bob.url }]);
  });
});
