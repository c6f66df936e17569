import * as z from "zod/mini";
import type { Routes } from "../shared/http/route.ts";
import { alarmStates } from "./alarm-state.ts";

export const queueDepths = z.object({
  name: z.string(),
  depth: z.int(),
  in_flight: z.int(),
  dlq_depth: z.int(),
  oldest_age_seconds: z.nullable(z.number()),
});

const alarm = z.object({
  name: z.string(),
  state: z.enum(alarmStates),
  reason: z.string(),
  since: z.iso.datetime(),
  impact: z.string(),
  runbook: z.string(),
});

/** The operations feature's routes: the system's health, its own description, its queues and alarms. */
export const operationsRoutes = {
  health: {
    method: "GET",
    path: "/v1/health",
    access: "public",
    summary: "Whether the API answers",
    answers: {
      200: { description: "The API answers", body: z.object({ status: z.literal("ok"), version: z.string() }) },
    },
  },
  openapi: {
    method: "GET",
    path: "/openapi.json",
    access: "public",
    summary: "This document",
    answers: { 200: { description: "OpenAPI 3.1", body: z.looseObject({ openapi: z.string() }) } },
  },
  listQueues: {
    method: "GET",
    path: "/v1/ops/queues",
    access: "admin",
    summary: "Every queue with its depth, its dead letters and the age of its oldest message",
    answers: { 200: { description: "The queues", body: z.object({ queues: z.array(queueDepths) }) } },
  },
  redriveQueue: {
    method: "POST",
    path: "/v1/ops/queues/{name}/redrive",
    access: "admin",
    summary: "Move a queue's dead letters back to it, as the SQS console's redrive does",
    params: z.object({ name: z.string() }),
    answers: { 202: { description: "Started", body: z.object({ name: z.string() }) } },
    refusals: { 404: ["not_found"], 409: ["redrive_in_progress"] },
  },
  listAlarms: {
    method: "GET",
    path: "/v1/ops/alarms",
    access: "admin",
    summary: "Every alarm with its state, its impact on users, and its section of the runbook",
    answers: { 200: { description: "The alarms, those in ALARM first", body: z.object({ alarms: z.array(alarm) }) } },
  },
} as const satisfies Routes;
