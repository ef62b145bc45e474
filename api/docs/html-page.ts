/** A page of the service's own: what every one begins and ends with, `assets` being where its pictures are. */
export function htmlPage(title: string, assets: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" type="image/png" href="${assets}/favicon-32x32.png">
${head}
</head>
<body>
${body}
</body>
</html>
`;
}
