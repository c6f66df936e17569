import { created } from "../../shared/http/answer.ts";
import { Rejected } from "../../shared/http/rejected.ts";
import { createOnce } from "../../shared/idempotency/create-once.ts";
import { newJob } from "../domain/job.ts";
import { jobAnswer } from "./job-answer.ts";
import { jobSettings } from "./job-body.ts";
import type { BooksOperation } from "./services.ts";

/** Creates a job, unless its name is taken. */
export const createJob: BooksOperation<"createJob"> = (request, services) => {
  const { name } = request.body;
  return createOnce(request, services, async (creation) => {
    const job = newJob(name, jobSettings(request.body), creation);
    const isNew = (await services.jobs.create(job)) || (await services.jobs.get(name))?.id === creation.id;
    if (!isNew) throw new Rejected(409, "name_taken", "There is a job of this name already.");
    return { answer: created(jobAnswer(job), `/v1/jobs/${name}`), reproducible: false };
  });
};
