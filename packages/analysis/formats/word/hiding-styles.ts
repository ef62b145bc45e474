import { Unmeasurable } from '../format-errors.ts';
import { attribute, type Attributes, isOn, parsePartInChunks } from './package.ts';
import type { Zip } from './zip.ts';

// Styles of WordprocessingML that hide text (ECMA-376 part 1, 17.7). Table styles are ignored.

/** Maximum number of styles that are stored. Word's own templates have a few hundred. */
const maxStyles = 10_000;
/** Maximum number of styles that one style is based on. */
const maxDepth = 20;

interface Style {
  basedOn: string | null;
  /** Whether the style hides or shows its text; null if it does neither. */
  hides: boolean | null;
}

export interface HidingStyles {
  /**
   * Returns whether text is hidden by its styles. `vanish` is a toggle property (17.7.3): a character style that hides
   * text shows it in a paragraph whose style hides it.
   * @param paragraph id of the paragraph's style; null for the default style
   * @param run id of the run's character style; null if it has none
   */
  hides(paragraph: string | null, run: string | null): boolean;
}

/**
 * Reads the styles of a document. Without a part, or if it is damaged, no style hides text.
 * @param part name of the styles part; undefined if the document has none
 */
export async function readHidingStyles(zip: Zip, part: string | undefined): Promise<HidingStyles> {
  const styles = new Map<string, Style>();
  let defaultParagraph: string | null = null;
  let current: Style | null = null;
  const open: string[] = [];
  const onElement = (name: string, attributes: Attributes) => {
    open.push(name);
    const id = attribute(attributes, 'styleId');
    if (name === 'style' && id !== null && styles.size < maxStyles) {
      current = { basedOn: null, hides: null };
      styles.set(id, current);
      const isDefault = ['1', 'true', 'on'].includes(attribute(attributes, 'default') ?? '');
      if (isDefault && attribute(attributes, 'type') === 'paragraph') defaultParagraph = id;
    }
    if (current === null) return;
    if (name === 'basedOn') current.basedOn = attribute(attributes, 'val');
    if (name === 'vanish' && open.at(-2) === 'rPr' && open.at(-3) === 'style')
      current.hides = isOn(attributes);
  };
  const onClose = () => {
    if (open.pop() === 'style') current = null;
  };
  try {
    if (part !== undefined)
      for await (const _ of parsePartInChunks(zip, part, { onElement, onClose }, false));
  } catch (error) {
    if (!(error instanceof Unmeasurable)) throw error;
  }

  function isHiding(id: string | null): boolean {
    let style = styles.get(id ?? '');
    for (let depth = 0; style !== undefined && depth < maxDepth; depth++) {
      if (style.hides !== null) return style.hides;
      style = styles.get(style.basedOn ?? '');
    }
    return false;
  }
  return { hides: (paragraph, run) => isHiding(paragraph ?? defaultParagraph) !== isHiding(run) };
}
