import type { Sidekick } from '@assay/client/shapes.ts';
import type { ProfileContent } from '@assay/domain/contracts/profile.ts';
import type { Editor } from './editor.ts';
import { ManualChecksSection, SourcesSection } from './lists-section.tsx';
import { OverviewSection } from './overview-section.tsx';
import { RequirementsSection } from './requirements-section.tsx';
import { RulesSection } from './rules-section.tsx';
import { SidekicksSection } from './sidekicks-section.tsx';

/** The content of a profile. @param editor null: the profile is only shown */
export function ProfileSections(props: {
  content: ProfileContent;
  sidekicks: readonly Sidekick[];
  editor: Editor | null;
}) {
  const { content, editor } = props;
  return (
    <div class="profile">
      <OverviewSection content={content} editor={editor} />
      {editor !== null && <SourcesSection content={content} editor={editor} />}
      <RequirementsSection {...props} />
      <SidekicksSection {...props} />
      <RulesSection {...props} />
      <ManualChecksSection content={content} editor={editor} />
      {editor === null && <SourcesSection content={content} editor={editor} />}
    </div>
  );
}
