/** The group of an open order: how many of it rest, and a menu and keys that act on all of them. Loaded with the first such order. */
import { useEffect, useEffectEvent, useRef } from 'react'
import { groupTargets, groupText, openGroup } from '../../actions/order-group.ts'
import { refusedText } from '../../actions/outcome.ts'
import { findStep } from '../../commands/key-map.ts'
import { useAccount, useKeyText, useMarketData, usePage, useTrading } from '../../contexts/contexts.ts'
import type { Order } from '../../platform/api/client.ts'
import { sayRefused } from '../../platform/page/messages.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { createStore } from '../../platform/state/store.ts'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import { idsOf } from './blotter.ts'

/** The group that was moved last: where the focus is in the table, the first of its new orders has it. */
const moved = createStore<Order['group']>(undefined)

/** The count, and its menu; its row takes the keys. */
export function OrderGroup({ order }: { readonly order: Order }) {
  const page = usePage()
  const { books } = useMarketData()
  const { commands, moves } = useTrading()
  const open = openGroup(useStore(useAccount().orders).items, order)
  const [up, down, gone] = [useKeyText('group_up'), useKeyText('group_down'), useKeyText('group_cancel')]
  const place = useRef<HTMLSpanElement>(null)
  const words = groupText(open)
  const isAlone = open.length === 1 && (order.groupSize ?? 1) === 1

  function move(ticks: number): void {
    const tickOf = ({ outcomeId, tickSize }: Order) => books.book(outcomeId).top().tick ?? tickSize ?? 100
    const sent = moves.move(groupTargets(open, ticks, tickOf), true)
    if (sent.intents.length > 0) moved.set(order.group)
    const text = refusedText(sent)
    const title = sent.intents.length > 0 ? 'Not moved with the group' : 'Group not moved'
    if (text === '') page.announcer.say(`Moving ${open.length} orders by a tick`)
    else sayRefused(page, title, { text, group: 'table-move' })
  }

  const takeFocus = useEffectEvent((table: Element) => {
    if (order.replaces === null || order.group !== moved.get()) return
    if (document.activeElement !== document.body && !table.contains(document.activeElement)) return
    place.current?.querySelector('button')?.focus()
    moved.set(undefined)
  })

  const cancel = (): void => commands.cancelOrders(idsOf(open))
  const takeKey = useEffectEvent((down: KeyboardEvent) => {
    const step = findStep(page.keys.get(), 'orders', down)
    if (step === null) return
    down.preventDefault()
    if (down.repeat) return
    if (step[0] === 'cancelGroup') cancel()
    else move(step[1])
  })
  useEffect(() => {
    const row = place.current?.closest('tr') ?? null
    if (row === null) return undefined
    takeFocus(row.closest('table') ?? row)
    row.addEventListener('keydown', takeKey)
    return () => row.removeEventListener('keydown', takeKey)
  }, [])

  return (
    <span ref={place} hidden={isAlone}>
      {' '}
      <MenuButton
        label={words}
        tip={words}
        className="plain-link"
        items={() => [
          { key: 'up', text: 'Move group up one tick', hint: up, part: words, run: () => move(1) },
          { key: 'down', text: 'Move group down one tick', hint: down, run: () => move(-1) },
          { key: 'cancel', text: 'Cancel group', hint: gone, run: cancel },
        ]}
      >
        {words.replace(/ open .*/, '')}
      </MenuButton>
    </span>
  )
}
