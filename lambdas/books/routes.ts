import * as z from "zod/mini";
import { pageAnswer, pageQuery } from "../shared/http/pagination.ts";
import type { Routes } from "../shared/http/route.ts";
import { searchQuery } from "../shared/search/search-query.ts";
import { RUN_KINDS } from "./domain/job.ts";
import { bookSchema } from "./http/book-answer.ts";
import { cursorSchema, jobSchema, runSchema } from "./http/job-answer.ts";
import { jobBody, newJobBody } from "./http/job-body.ts";

const params = z.object({ name: z.string() });

export const booksRoutes = {
  createJob: {
    method: "POST",
    path: "/v1/jobs",
    access: "admin",
    summary: "Create a job that collects the books of a search, page by page, run by run",
    idempotencyKey: "optional",
    body: newJobBody,
    answers: { 201: { description: "Created", body: jobSchema } },
    refusals: { 409: ["name_taken"] },
  },
  listJobs: {
    method: "GET",
    path: "/v1/jobs",
    access: "admin",
    summary: "The jobs, by name",
    query: z.object(pageQuery),
    answers: { 200: pageAnswer("jobs", jobSchema) },
  },
  getJob: {
    method: "GET",
    path: "/v1/jobs/{name}",
    access: "admin",
    summary: "One job with its last run",
    params,
    answers: { 200: { description: "The job", body: jobSchema } },
    refusals: { 404: ["not_found"] },
  },
  replaceJob: {
    method: "PUT",
    path: "/v1/jobs/{name}",
    access: "admin",
    summary: "Replace a job's settings; a change of google_books resets its cursors",
    params,
    body: jobBody,
    answers: { 200: { description: "The changed job", body: jobSchema } },
    refusals: { 404: ["not_found"], 409: ["changed_meanwhile"] },
  },
  deleteJob: {
    method: "DELETE",
    path: "/v1/jobs/{name}",
    access: "admin",
    summary: "Delete a job with its cursors; its books stay",
    params,
    answers: { 204: { description: "Deleted" } },
    refusals: { 404: ["not_found"] },
  },
  runJob: {
    method: "POST",
    path: "/v1/jobs/{name}/run",
    access: "admin",
    summary: "Run a job now, or check its exhausted search for new publications now",
    params,
    body: z._default(z.object({ kind: z.optional(z.enum(RUN_KINDS)) }), {}),
    answers: { 202: { description: "Requested", body: z.object({ run_id: z.string() }) } },
    refusals: { 404: ["not_found"], 409: ["run_in_progress"] },
  },
  listRuns: {
    method: "GET",
    path: "/v1/jobs/{name}/runs",
    access: "admin",
    summary: "A job's runs, newest first",
    params,
    query: z.object(pageQuery),
    answers: { 200: pageAnswer("runs", runSchema) },
    refusals: { 404: ["not_found"] },
  },
  listCursors: {
    method: "GET",
    path: "/v1/jobs/{name}/cursors",
    access: "admin",
    summary: "A job's cursors, by query set",
    params,
    answers: { 200: { description: "The cursors", body: z.object({ cursors: z.array(cursorSchema) }) } },
    refusals: { 404: ["not_found"] },
  },
  resetCursors: {
    method: "DELETE",
    path: "/v1/jobs/{name}/cursors",
    access: "admin",
    summary: "Delete a job's cursors, so that its next run starts from the beginning",
    params,
    answers: { 200: { description: "The number of deleted cursors", body: z.object({ reset: z.int() }) } },
    refusals: { 404: ["not_found"] },
  },
  listBooks: {
    method: "GET",
    path: "/v1/books",
    access: "user",
    scope: "read",
    summary:
      'The books that jobs have found, filtered by q. q takes words, "phrases", site:, after:, before: and - before each; days are those of tz. A page may hold fewer than limit although the list goes on',
    query: z.object({ ...pageQuery, ...searchQuery, job: z.optional(z.string()) }),
    answers: { 200: pageAnswer("books", bookSchema) },
    refusals: { 429: ["rate_limited"] },
  },
  getBook: {
    method: "GET",
    path: "/v1/books/{id}",
    access: "user",
    scope: "read",
    summary: "One book",
    params: z.object({ id: z.string() }),
    answers: { 200: { description: "The book", body: bookSchema } },
    refusals: { 404: ["not_found"] },
  },
} as const satisfies Routes;
