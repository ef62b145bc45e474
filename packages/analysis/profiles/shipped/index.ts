import { type Profile, profileContent } from '@assay/domain/contracts/profile.ts';
import { accessiblePdf } from './accessible-pdf.ts';
import { advertUkTv } from './advert-uk-tv.ts';
import { broadcastEu } from './broadcast-eu.ts';
import { broadcastUs } from './broadcast-us.ts';
import { everything } from './everything.ts';
import { podcast } from './podcast.ts';
import { printPdf } from './print-pdf.ts';
import { socialVertical } from './social-vertical.ts';
import { webImage } from './web-image.ts';
import { webVideo } from './web-video.ts';

/** The profiles that Assay ships, in the order in which lists show them. */
export const shippedProfiles: readonly Profile[] = [
  broadcastEu,
  broadcastUs,
  advertUkTv,
  webVideo,
  socialVertical,
  podcast,
  webImage,
  printPdf,
  accessiblePdf,
  everything,
].map(({ id, version, content }) => ({ ...profileContent.parse(content), id, version, builtIn: true }));

/** Returns the shipped profile with the given code, or the given id in any letter case; null if there is none. */
export function findShippedProfile(idOrCode: string): Profile | null {
  const id = idOrCode.toLowerCase();
  return shippedProfiles.find((profile) => profile.code === idOrCode || profile.id === id) ?? null;
}
