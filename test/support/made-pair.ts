import { mediaOf } from './live.ts';

/**
 * Returns two versions of a video of 30 s. The first has black at 1 to 3.5 s and at 6 to 9 s, flashes at 10 to 12 s, a
 * peak at 13 s, and a frozen picture at 20 to 24 s; all of it is too loud. In the second, the second black picture, the
 * flashes and the peak are mended, the two seconds from 15 s on are cut out, and there is silence at 24 to 28 s.
 */
export async function madePair(): Promise<{ before: Buffer; after: Buffer }> {
  const kept = ["drawbox=color=black:t=fill:enable='between(t,1,3.49)'"];
  const mended = [
    "drawbox=color=black:t=fill:enable='between(t,6,8.99)'",
    "drawbox=color=white:t=fill:enable='between(t,10,12)*lt(mod(n,6),3)'",
    "drawbox=color=black:t=fill:enable='between(t,10,12)*gte(mod(n,6),3)'",
  ];
  // The brightness changes all the time, and never in the same way, so that the cut can be found.
  const scenes = "hue=b='sin(0.9*t)+0.8*sin(0.11*t*t)':s=0.5,lutyuv=y=clip(val\\,40\\,200)";
  const frozen = "select='not(between(t,20,23.99))',fps=25";
  const tone = '0.17*sin(2*PI*440*t)*(0.7+0.3*sin(3*t))';
  const peak = '0.99*sin(2*PI*997*t)*between(t,13,13.01)';
  const video = (filters: readonly string[], sound: string, cut: readonly [string, string] | null) =>
    mediaOf('mp4', [
      ...['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=30'],
      ...['-f', 'lavfi', '-i', `aevalsrc='${sound}':s=48000:d=30`],
      ...['-vf', [scenes, ...filters, frozen, ...(cut === null ? [] : [cut[0]])].join(',')],
      ...(cut === null ? [] : ['-af', cut[1]]),
      ...[
        '-c:v',
        'libx264',
        '-crf',
        '12',
        '-preset',
        'veryfast',
        '-pix_fmt',
        'yuv420p',
        '-c:a',
        'aac',
        '-b:a',
        '192k',
      ],
    ]);
  const gap = 'not(between(t,15,16.999))';
  const [before, after] = await Promise.all([
    video([...kept, ...mended], `${tone}*(1-between(t,13,13.01))+${peak}`, null),
    video(kept, `${tone}*(1-between(t,26,30))`, [
      `select='${gap}',setpts=N/25/TB`,
      `aselect='${gap}',asetpts=N/SR/TB`,
    ]),
  ]);
  return { before, after };
}
