import { sampleRecommendation } from "../../sample-recommendations.ts";

export const NOW = new Date("2026-11-20T03:00:00.789Z");

/** Recommendations of which each filter finds some, by the first letters of their ids. */
export const rows = [
  sampleRecommendation({
    id: "1a",
    title: "Garden Notes",
    url: "https://garden.example/blog/?ref=x",
    description: "It's about (mostly) roses",
    excerpt: "100% roses",
    favicon: "https://garden.example/icon.png",
    oneClickSubscribe: true,
    createdAt: "2026-11-20T02:00:00.000Z",
    updatedAt: "2026-11-20T02:30:00.000Z",
  }),
  sampleRecommendation({
    id: "2b",
    title: "1984",
    description: "garden notes",
    featuredImage: "https://b.example/cover.png",
    createdAt: "2026-11-01T00:00:00.000Z",
  }),
  sampleRecommendation({
    id: "3c",
    title: "Été à la mer ΣΑΣ",
    description: "a\\b ^$ [x]",
    oneClickSubscribe: true,
    createdAt: "2026-01-31T12:00:00.000Z",
    updatedAt: "2026-02-28T12:00:00.000Z",
  }),
  sampleRecommendation({ id: "4d", title: "null", excerpt: "日本語の庭", createdAt: "2025-11-20T03:00:00.000Z" }),
];
