// Vite bundles the style sheets that modules import, and returns the URLs of files.
declare module '*.css';
declare module '*?url' {
  const url: string;
  export default url;
}

interface ImportMeta {
  readonly env: { readonly BASE_URL: string };
}
