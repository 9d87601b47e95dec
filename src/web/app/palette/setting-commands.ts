/** Every choice of the settings as a command: found by its name, with the one that holds now marked. */
import { PAGE_SETTINGS } from '#contract/page-settings.ts'
import type { PageSetting, PageSettingName } from '#contract/page-settings.ts'
import { choicesOf, withSettings } from '../../model/settings/settings.ts'
import type { Page } from '../../model/contexts/page.ts'
import { command } from './make-command.ts'
import type { Command } from './palette-items.ts'

/** One command for each choice. */
export function settingCommands({ settings }: Pick<Page, 'settings'>): readonly Command[] {
  const now = settings.get()
  return Object.entries(PAGE_SETTINGS).flatMap(([key, { label, words }]: [string, PageSetting]) => {
    const name = key as PageSettingName
    if (words === undefined) return []
    return choicesOf(name).map(({ value, inPalette }) =>
      command(
        'Settings',
        `${name}-${value}`,
        `${label}: ${inPalette}`,
        () => settings.update((old) => withSettings(old, { [name]: value })),
        { hint: now[name] === value ? 'now' : '', words, typedOnly: true },
      ),
    )
  })
}
