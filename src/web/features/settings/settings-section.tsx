/** A section of the settings page: a line for each setting that the table of settings has there. */
import { PAGE_SETTINGS } from '../../data/settings/settings.ts'
import type { PageSetting, PageSettingName } from '../../data/settings/settings.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { usePage } from '../../contexts/contexts.ts'
import { SettingLine } from './setting-line.tsx'
import { Panel } from '../../ui/controls.tsx'

/** The panel of a section. */
export function SettingsSection({ section }: { readonly section: NonNullable<PageSetting['section']> }) {
  return (
    <Panel title={section}>
      <div className="setting-lines">
        <SettingLines section={section} />
      </div>
    </Panel>
  )
}

/** Its lines alone. */
export function SettingLines({ section }: { readonly section: PageSetting['section'] }) {
  const settings = useStore(usePage().settings)
  return Object.entries(PAGE_SETTINGS).map(([name, setting]: [string, PageSetting]) => {
    if (setting.section !== section) return null
    return <SettingLine key={name} name={name as PageSettingName} settings={settings} />
  })
}
