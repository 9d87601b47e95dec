/** Theme, contrast, colours of up and down, density. */
import type { Settings } from '../../model/settings/settings.ts'
import { useStore } from '../../platform/state/use-store.ts'
import { usePage } from '../../model/contexts/page.ts'
import { SettingChoice } from './setting-choice.tsx'

/** The section of the settings page. */
export function AppearanceSection() {
  const { settings: settingsStore } = usePage()
  const settings = useStore(settingsStore)
  const change = (part: Partial<Settings>) => settingsStore.set({ ...settings, ...part })
  return (
    <section className="panel" aria-label="Appearance">
      <header className="panel-head">
        <h2>Appearance</h2>
      </header>
      <div className="setting-lines">
        <SettingChoice
          name="Theme"
          value={settings.theme_mode}
          options={[
            ['dark', 'Dark'],
            ['light', 'Light'],
            ['system', 'System'],
          ]}
          onChange={(theme_mode) => change({ theme_mode })}
        />
        <SettingChoice
          name="Contrast"
          value={settings.contrast}
          options={[
            ['system', 'System'],
            ['more', 'High'],
          ]}
          onChange={(contrast) => change({ contrast })}
        />
        <SettingChoice
          name="Up/down colours"
          value={settings.polarity}
          options={[
            ['polar', 'Blue / orange'],
            ['classic', 'Green / red'],
            ['classic_red_up', 'Red / green'],
            ['mono', 'None'],
          ]}
          onChange={(polarity) => change({ polarity })}
        />
        <SettingChoice
          name="Density"
          value={settings.density}
          options={[
            ['compact', 'Compact'],
            ['normal', 'Normal'],
            ['touch', 'Touch'],
          ]}
          onChange={(density) => change({ density })}
        />
      </div>
    </section>
  )
}
