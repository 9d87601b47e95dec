/** The ladder: quick sizes, price format, columns, mouse, and automatic centring. */
import { useState } from 'react'
import { formatMicros } from '#core/money.ts'
import { readAmount } from '../../platform/format/numbers.ts'
import { LADDER_COLUMNS, MOUSE_ACTIONS } from '../../model/settings/settings.ts'
import type { LadderColumn, MouseAction, MouseButtons, Settings } from '../../model/settings/settings.ts'
import { useStore } from '../../platform/state/use-store.ts'
import { usePage } from '../../model/contexts/page.ts'
import { SettingChoice } from './setting-choice.tsx'

const SIZE_KEYS = ['1', '2', '3', '4', '5', '6'] as const
const BUTTONS = ['left', 'middle', 'right'] as const

const COLUMN_NAMES: Readonly<Record<LadderColumn, string>> = {
  result: 'If closed',
  my_bids: 'My bids',
  my_asks: 'My asks',
  volume: 'Traded',
  queue: 'Est. queue',
}

const ACTION_NAMES: Readonly<Record<MouseAction, string>> = {
  column: 'as the column says',
  buy: 'buys',
  sell: 'sells',
  ticket: 'fills the ticket',
  alert: 'sets an alert',
  menu: 'opens the menu',
  centre: 'centres',
  none: 'does nothing',
}

const CLICK_JUMPS = ['1', '2', '3', '5', '10', '20'] as const

const ON_OFF = [
  ['on', 'On'],
  ['off', 'Off'],
] as const

/** The section of the settings page. */
export function LadderSection() {
  const { settings: settingsStore } = usePage()
  const settings = useStore(settingsStore)
  const change = (part: Partial<Settings>) => settingsStore.set({ ...settings, ...part })
  const { ladder_columns, mouse_buttons } = settings
  const toggle = (column: LadderColumn) => {
    const isShown = ladder_columns.includes(column)
    change({
      ladder_columns: LADDER_COLUMNS.filter((one) =>
        one === column ? !isShown : ladder_columns.includes(one),
      ),
    })
  }
  return (
    <section className="panel" aria-label="Ladder">
      <header className="panel-head">
        <h2>Ladder</h2>
      </header>
      <div className="setting-lines">
        <div className="setting">
          <span>Quick sizes, keys 1 to 6</span>
          <span className="sizes">
            {SIZE_KEYS.map((name, at) => (
              <SizeField
                key={name}
                name={name}
                value={settings.quick_sizes[at] ?? ''}
                onChange={(text) => change({ quick_sizes: settings.quick_sizes.with(at, text) })}
              />
            ))}
          </span>
        </div>
        <SettingChoice
          name="Prices as"
          value={settings.price_format}
          options={[
            ['price', '0.57'],
            ['cents', '57c'],
            ['percent', '57%'],
            ['decimal_odds', 'Odds 1.75'],
            ['american_odds', 'Odds \u2212133'],
          ]}
          onChange={(price_format) => change({ price_format })}
        />
        <div className="setting">
          <span>
            Extra columns
            <small className="dim"> hidden when narrow</small>
          </span>
          <div className="segments" role="group" aria-label="Columns of a ladder">
            {LADDER_COLUMNS.map((column) => (
              <button
                key={column}
                type="button"
                aria-pressed={ladder_columns.includes(column)}
                onClick={() => toggle(column)}
              >
                {COLUMN_NAMES[column]}
              </button>
            ))}
          </div>
        </div>
        <SettingChoice
          name="Mouse"
          value={settings.mouse_scheme}
          options={[
            ['column', 'Click side by column'],
            ['button', 'Left buys, right sells'],
            ['custom', 'My own'],
          ]}
          onChange={(mouse_scheme) => change({ mouse_scheme })}
        />
        {settings.mouse_scheme === 'custom' &&
          BUTTONS.map((button) => (
            <ButtonChoice
              key={button}
              button={button}
              buttons={mouse_buttons}
              onChange={(next) => change({ mouse_buttons: next })}
            />
          ))}
        <SettingChoice
          name="Fire on press (experts: a press cannot be taken back by leaving the cell)"
          value={settings.fire_on_press ? 'on' : 'off'}
          options={ON_OFF}
          onChange={(value) => change({ fire_on_press: value === 'on' })}
        />
        <SettingChoice
          name="Selling without shares buys the other outcome"
          value={settings.buy_other_side ? 'on' : 'off'}
          options={ON_OFF}
          onChange={(value) => change({ buy_other_side: value === 'on' })}
        />
        <SettingChoice
          name="Refuse a click when the market jumps by more ticks than"
          value={settings.click_jump_ticks.toString()}
          options={CLICK_JUMPS.map((ticks) => [ticks, ticks] as const)}
          onChange={(ticks) => change({ click_jump_ticks: Number(ticks) })}
        />
        <SettingChoice
          name="Auto-centre when idle"
          value={settings.auto_centre ? 'on' : 'off'}
          options={ON_OFF}
          onChange={(value) => change({ auto_centre: value === 'on' })}
        />
      </div>
    </section>
  )
}

function ButtonChoice(props: {
  readonly button: keyof MouseButtons
  readonly buttons: MouseButtons
  readonly onChange: (buttons: MouseButtons) => void
}) {
  const { button, buttons } = props
  const name = `The ${button} button`
  return (
    <div className="setting">
      <span>{name}</span>
      <select
        className="field"
        aria-label={name}
        value={buttons[button]}
        onChange={(event) => {
          const action = MOUSE_ACTIONS.find((one) => one === event.target.value) ?? 'none'
          props.onChange({ ...buttons, [button]: action })
        }}
      >
        {MOUSE_ACTIONS.map((action) => (
          <option key={action} value={action}>
            {ACTION_NAMES[action]}
          </option>
        ))}
      </select>
    </div>
  )
}

function SizeField(props: {
  readonly name: string
  readonly value: string
  readonly onChange: (text: string) => void
}) {
  const [typed, setTyped] = useState(props.value)
  const size = readAmount(typed, 2)
  return (
    <input
      className="field num"
      inputMode="decimal"
      aria-label={`Quick size ${props.name}`}
      aria-invalid={size === null || size === 0n}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value)
        const next = readAmount(event.target.value, 2)
        if (next !== null && next > 0n) props.onChange(formatMicros(next))
      }}
    />
  )
}
