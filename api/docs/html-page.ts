const icon =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#1b4d6b"/>' +
      '<path d="M4 8.5 7 11.5 12.5 5" fill="none" stroke="#fff" stroke-width="2"/></svg>',
  );

export function htmlPage({ title, head, body }: { title: string; head: string; body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="${icon}">
${head}
</head>
<body>
${body}
</body>
</html>
`;
}
