/** What `/metrics` of a process says: the samples, and the names that it has at all, with or without samples. */
export interface Scrape {
  names: Set<string>;
  /** The sum of the samples of a name whose labels include these. */
  sum(name: string, labels?: Record<string, string>): number;
  text: string;
}

export async function scrape(urls: readonly string[]): Promise<Scrape> {
  const texts = await Promise.all(
    urls.map(async (url) => {
      const response = await fetch(url);
      if (response.status !== 200) throw new Error(`${url} answers ${response.status}`);
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
