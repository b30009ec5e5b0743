import { sectionTitle } from '#shared/labels/admin-sections.ts'
import { AdminShell, SectionTitle } from '#site/features/admin/AdminShell.tsx'
import { Journal } from '#site/features/admin/compliance/journal/Journal.tsx'

export const AuditPage = () => (
  <AdminShell section="audit">
    <div className="stack">
      <SectionTitle>{sectionTitle('audit')}</SectionTitle>
      <Journal />
    </div>
  </AdminShell>
)
