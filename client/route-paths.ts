import type * as z from "zod/mini";
import type { bookmarksRoutes } from "../lambdas/bookmarks/routes.ts";
import type { booksRoutes } from "../lambdas/books/routes.ts";
import type { changesRoutes } from "../lambdas/changes/routes.ts";
import type { mercariRoutes } from "../lambdas/mercari/routes.ts";
import type { noticesRoutes } from "../lambdas/notices/routes.ts";
import type { operationsRoutes } from "../lambdas/operations/routes.ts";
import type { recommendationsRoutes } from "../lambdas/recommendations/routes.ts";
import type { slidesRoutes } from "../lambdas/slides/routes.ts";
import type { usersRoutes } from "../lambdas/users/routes.ts";

type Tables = typeof bookmarksRoutes &
  typeof booksRoutes &
  typeof changesRoutes &
  typeof mercariRoutes &
  typeof noticesRoutes &
  typeof operationsRoutes &
  typeof recommendationsRoutes &
  typeof slidesRoutes &
  typeof usersRoutes;

type ApiRoute = Tables[keyof Tables];

type SentTo<R> = R extends { body: infer Body extends z.ZodMiniType } ? z.input<Body> : undefined;
type QueryOf<R> = R extends { query: infer Query extends z.ZodMiniType } ? keyof z.input<Query> : never;
type AnswerOf<R> = R extends { answers: infer Answers }
  ? {
      [Status in keyof Answers]: Answers[Status] extends { body: infer B extends z.ZodMiniType }
        ? z.output<B>
        : undefined;
    }[keyof Answers]
  : never;

export type AnyPath = ApiRoute["path"];

/** The paths of the routes of a method that answer `Got`, take `Sent` as body and know all parameters of `Query`. */
export type PathOf<Method, Got, Sent = undefined, Query = unknown> = Matching<ApiRoute, Method, Got, Sent, Query>;

type Matching<R, Method, Got, Sent, Query> = R extends { method: Method; path: infer Path }
  ? [Sent, keyof Query, AnswerOf<R>] extends [SentTo<R>, QueryOf<R>, Got]
    ? Path
    : never
  : never;
