// Runs at the edge: JavaScript runtime 2.0 of CloudFront Functions, on each request for the console. Other files of the
// site are not its concern, so a missing file stays a 404, on these paths as well.

/** Where the console has files: at the top of its folder, in `assets` and in `icons`. All other paths are the app's. */
const FILE = /^\/app\/(?:[^/]*\.[^/]*|(?:assets|icons)\/.*)$/;

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  if (request.uri === "/app") {
    return { statusCode: 301, statusDescription: "Moved Permanently", headers: { location: { value: "/app/" } } };
  }
  if (!FILE.test(request.uri)) request.uri = "/app/";
  return request;
}
