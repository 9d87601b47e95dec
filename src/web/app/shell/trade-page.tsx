/** The trading view where panels cannot be docked: of a phone or of a tablet. */
import { PHONE, useMedia } from '../../platform/page/use-media.ts'
import { PhoneWorkspace } from '../phone/phone-workspace.tsx'
import { TabletWorkspace } from '../phone/tablet-workspace.tsx'
import { useRoutedEvent } from '../workspace/use-routed-event.ts'

/** The view of an event, or the markets to choose from. */
export function TradePage() {
  const isPhone = useMedia(PHONE)
  const trade = useRoutedEvent()
  return isPhone ? <PhoneWorkspace trade={trade} /> : <TabletWorkspace trade={trade} />
}
