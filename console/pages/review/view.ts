import type { components } from '../../../client/schema.ts';
import type { Issue } from '../../../client/shapes.ts';
import type { Scope } from '../../scope.ts';

type Link = { url: string; expiresAt: string };

// Until the routes are merged: the shapes of the contract.
export interface FileFacts {
  durationSeconds: number | null;
  startTimecode: string | null;
  video: {
    codec: string;
    profile: string | null;
    pixelFormat: string;
    width: number;
    height: number;
    displayAspectRatio: number;
    frameRate: string | null;
  } | null;
  audio: { codec: string; channels: number; sampleRate: number } | null;
}
export type AssetMedia = components['schemas']['AssetMedia'] & {
  facts: FileFacts | null;
  preview: { status: 'making' | 'ready' | 'failed'; url: string | null; expiresAt: string | null } | null;
};
export interface CurveInfo {
  name: string;
  unit: string;
  channels: string[];
  startSeconds: number;
  endSeconds: number;
  stepSeconds: number;
}
export type Storyboard = Link & {
  columns: number;
  rows: number;
  count: number;
  startSeconds: number;
  stepSeconds: number;
};
export interface SeriesList {
  assetId: string;
  series: CurveInfo[];
  storyboard: Storyboard | null;
  total: number;
}
export interface Curve {
  name: string;
  unit: string;
  startSeconds: number;
  stepSeconds: number;
  complete: boolean;
  channels: { name: string; min: (number | null)[]; max: (number | null)[] }[];
  limits: { value: number; label: string; ruleCode: string }[];
}

/** The properties of a view of media. The review page chooses the view by the type of the asset. */
export interface MediaViewProps {
  scope: Scope;
  /** The path of the asset in the public API. */
  path: string;
  media: AssetMedia;
  /** The issues that match the filters. */
  issues: readonly Issue[];
  selected: Issue | null;
  onSelect: (issue: Issue) => void;
  /** Returns the media with new links. A view calls it if a link has expired. */
  readMedia: () => Promise<AssetMedia>;
  /**
   * True if the asset has an issue of flashing, or if its issues are not known. The picture must then stay small until
   * the person confirms.
   */
  mayFlash: boolean;
}
