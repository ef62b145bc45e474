import { decodePictures, type RawPictureOptions } from './raw-pictures.ts';

/**
 * Decodes pictures like `decodePictures` and returns their times in seconds from the start of the file. The times come
 * from the log of the filter `showinfo`. A file can forge lines of the log, so callers must check the number and the
 * order of the times.
 */
export async function decodeTimedPictures(options: Omit<RawPictureOptions, 'onLine'>): Promise<number[]> {
  const { fromSeconds = 0, maxPictures } = options;
  const times: number[] = [];
  const count = await decodePictures({
    ...options,
    filters: [...options.filters, 'showinfo=checksum=0'],
    onLine: (line) => {
      const [, text] =
        /^\[Parsed_showinfo_\d+ @ 0x[0-9a-f]+\] \[info\] n: *\d+ .*?pts_time: *(\S+)/.exec(line) ?? [];
      if (text !== undefined && times.length <= maxPictures) times.push(fromSeconds + Number(text));
    },
  });
  return times.length > count ? times.slice(0, count) : times;
}
