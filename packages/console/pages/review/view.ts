import type { components } from '@assay/client/schema.ts';
import type { Issue } from '@assay/client/shapes.ts';
import type { Scope } from '../../scope.ts';
import type { PairedView } from './paired-view.ts';

type Schemas = components['schemas'];

export type AssetMedia = Schemas['AssetMedia'];
export type FileFacts = Schemas['MediaFacts'];
export type SeriesList = Schemas['SeriesList'];
export type CurveInfo = SeriesList['series'][number];
export type Storyboard = Schemas['Storyboard'];
export type Curve = Schemas['Series'];

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
   * Whether the asset has an issue of flashing. `unknown`: the issues are not loaded, or the asset failed. Unless the
   * value is `none`, the picture stays small until the person confirms the full size.
   */
  flashes: 'found' | 'none' | 'unknown';
  /** Absent if the view is alone. Only PDFs and images are shown in step. */
  pair?: PairedView;
}
