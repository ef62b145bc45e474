import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';

// Accepts webhooks in a container, and prints each request as a line of JSON. The certificate is mounted at /tls.

const certificate = { key: readFileSync('/tls/key.pem'), cert: readFileSync('/tls/cert.pem') };
createServer(certificate, (request, response) => {
  void text(request).then((body) => {
    process.stdout.write(`${JSON.stringify({ headers: request.headers, body })}\n`);
    response.writeHead(204).end();
  });
}).listen(8443);
