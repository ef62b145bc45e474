// Vite bundles the style sheets that modules import.
declare module '*.css';
