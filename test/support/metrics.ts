export interface Scrape {
  /** All metric names, including those without samples. */
  names: Set<string>;
  /** Returns the sum of the samples with this name whose labels include all given labels. */
  sum(name: string, labels?: Record<string, string>): number;
  text: string;
}

/** Fetches the metrics from all given URLs and combines them. */
export async function scrape(urls: readonly string[]): Promise<Scrape> {
  const texts = await Promise.all(
    urls.map(async (url) => {
      const response = await fetch(url);
      if (response.status !== 200) throw new Error(`GET ${url} returned ${response.status}`);
      return response.text();
    }),
  );
  const text = texts.join('\n');
  const samples = [...text.matchAll(/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/gm)].map(
    ([, name = '', labels = '', value]) => ({ name, labels, value: Number(value) }),
  );
  const typed = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name],
  );
  return {
    text,
    names: new Set([...typed, ...samples.map(({ name }) => name)]),
    sum: (wanted, labels = {}) =>
      samples
        .filter(
          (sample) =>
            sample.name === wanted &&
            Object.entries(labels).every(([label, value]) => sample.labels.includes(`${label}="${value}"`)),
        )
        .reduce((total, { value }) => total + value, 0),
  };
}
