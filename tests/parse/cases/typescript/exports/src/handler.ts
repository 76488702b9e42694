export default async (request: Request): Promise<Response> => {
  return respond(request);
};

function respond(request: Request): Response {
  return new Response(request.url);
}
