/** Icons on a grid of 16 × 16. Each is decoration beside a text. */
const paths = {
  alert: 'M8 1.8 15 14H1L8 1.8ZM8 6.2v3.6m0 1.7v.9',
  archive: 'M2 3h12v3H2zM3 6v7h10V6M6.5 8.5h3',
  audio: 'M3 6v4m2.5-6v8M8 5.5v5M10.500 3v10M13 6v4',
  check: 'M3 8.500 6.500 12 13 4.500',
  chevron: 'm5.500 3.500 4.500 4.500-4.500 4.500',
  copy: 'M6 6h7.500v7.500H6zM10 3.500V2.500H2.500V10h1',
  cross: 'm4 4 8 8m0-8-8 8',
  document: 'M4 1.800h5.500L12.500 5v9.200H4zM9.300 2v3.200h3M6 8h4.500M6 10.500h4.500',
  image: 'M2 3h12v10H2zM2.500 11.500 6 8l2.500 2.500L10.500 8.500l3 3M10.500 6h.1',
  info: 'M8 1.800a6.200 6.200 0 1 0 0 12.400A6.200 6.200 0 0 0 8 1.800ZM8 7.300V11M8 4.900v.3',
  key: 'M10 2.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7ZM7.300 8.200 2.500 13v.8h2.300v-1.700h1.700L7.500 11M10.900 5.100h.1',
  person:
    'M8 2a2.800 2.800 0 1 0 0 5.600A2.800 2.800 0 0 0 8 2ZM2.500 14c.4-3 2.600-4.600 5.500-4.600s5.100 1.600 5.500 4.600',
  plus: 'M8 3v10M3 8h10',
  retry: 'M13 8a5 5 0 1 1-1.600-3.700M13 1.800v3h-3',
  search: 'M7 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9Zm3.300 7.800L14 14',
  upload: 'M8 10.500V2.500M4.500 5.800 8 2.300l3.500 3.500M2.500 10.500v3h11v-3',
  video: 'M1.800 3.500h8.700v9H1.800zM10.500 7l3.700-2.300v6.600L10.500 9',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
