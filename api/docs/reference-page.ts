import { htmlPage } from './html-page.ts';

const assets = 'docs/assets';

/** The API reference: Swagger UI over `/openapi.json`, with links that hold below any prefix. */
export const referencePage = htmlPage(
  'Assay API reference',
  assets,
  `<link rel="stylesheet" href="${assets}/swagger-ui.css">`,
  `<div id="swagger-ui"></div>
<script src="${assets}/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>`,
);

export const startScript = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;
