import { created } from "../shared/answer.ts";
import type { Operation } from "../shared/http-api.ts";
import { once } from "../shared/once.ts";
import { Rejected } from "../shared/rejected.ts";
import { newJob } from "./job.ts";
import { jobAnswer } from "./job-answer.ts";
import { jobSettings } from "./job-body.ts";
import type { booksRoutes } from "./routes.ts";
import type { BooksServices } from "./services.ts";

/** Makes a job, unless its name is taken. */
export const createJob: Operation<typeof booksRoutes.createJob, BooksServices> = (request, services) => {
  const { name } = request.body;
  return once(request, services, async (creation) => {
    const job = newJob(name, jobSettings(request.body), creation);
    const isNew = (await services.jobs.create(job)) || (await services.jobs.get(name))?.id === creation.id;
    if (!isNew) throw new Rejected(409, "name_taken", "There is a job of this name already.");
    return { answer: created(jobAnswer(job), `/v1/jobs/${name}`), proven: false };
  });
};
