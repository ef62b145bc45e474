/** The chroma format of stored pixels and the bits of each component; null if they are unknown. */
export interface PixelFormat {
  chroma: string | null;
  bits: number | null;
}

/** Chroma formats by the digits in ffmpeg's names. */
const chromas: Readonly<Record<string, string>> = {
  '411': '4:1:1',
  '420': '4:2:0',
  '422': '4:2:2',
  '440': '4:4:0',
  '444': '4:4:4',
};
/** Packed and semi-planar formats of YUV, with their chroma format and bits. */
const packed: readonly [RegExp, string, number | null][] = [
  [/^(?:nv12|nv21)$/, '4:2:0', 8],
  [/^nv16$/, '4:2:2', 8],
  [/^(?:nv24|nv42)$/, '4:4:4', 8],
  [/^nv20/, '4:2:2', 10],
  [/^(?:yuyv422|uyvy422|yvyu422)$/, '4:2:2', 8],
  [/^uyyvyy411$/, '4:1:1', 8],
  [/^ayuv64/, '4:4:4', 16],
  [/^vuy[ax]$/, '4:4:4', 8],
  [/^mono(?:w|b)$/, '4:0:0', 1],
  [/^ya8$/, '4:0:0', 8],
  [/^ya16/, '4:0:0', 16],
  [/^(?:rgb|bgr)24$/, 'RGB', 8],
  [/^(?:argb|rgba|abgr|bgra|0rgb|rgb0|0bgr|bgr0)$/, 'RGB', 8],
  [/^(?:rgb|bgr)48/, 'RGB', 16],
  [/^(?:rgba|bgra)64/, 'RGB', 16],
  [/^x2(?:rgb|bgr)10/, 'RGB', 10],
  [/^pal8$/, 'RGB', 8],
];

/** Returns the chroma format and the bits of ffmpeg's pixel format. Unknown formats, such as Bayer, have none. */
export function pixelFormatOf(name: string | undefined): PixelFormat {
  const planar = /^yuv[aj]?(4\d\d)p(\d+)?(?:le|be)?$/.exec(name ?? '');
  if (planar !== null) return { chroma: chromas[planar[1]!] ?? null, bits: Number(planar[2] ?? 8) };
  const semi = /^p([024])(1[0-6])(?:le|be)$/.exec(name ?? '');
  if (semi !== null)
    return { chroma: { 0: '4:2:0', 2: '4:2:2', 4: '4:4:4' }[semi[1]!]!, bits: Number(semi[2]) };
  const y2 = /^y2(1[02])(?:le|be)$/.exec(name ?? '');
  if (y2 !== null) return { chroma: '4:2:2', bits: Number(y2[1]) };
  const grey = /^gray(?:f?(\d+))?(?:le|be)?$/.exec(name ?? '');
  if (grey !== null) return { chroma: '4:0:0', bits: Number(grey[1] ?? 8) };
  const planes = /^gbra?p(?:f?(\d+))?(?:le|be)?$/.exec(name ?? '');
  if (planes !== null) return { chroma: 'RGB', bits: Number(planes[1] ?? 8) };
  const found = packed.find(([pattern]) => pattern.test(name ?? ''));
  return found === undefined ? { chroma: null, bits: null } : { chroma: found[1], bits: found[2] };
}
