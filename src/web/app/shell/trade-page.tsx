/** The trading view where panels cannot be docked: of a phone or of a tablet. */
import { PHONE, useMedia } from '../../platform/page/use-media.ts'
import { PhoneDesk } from '../phone/phone-desk.tsx'
import { TabletDesk } from '../phone/tablet-desk.tsx'
import { useRoutedEvent } from '../workspace/use-routed-event.ts'
import '../../ui/ladder.css'
import '../../ui/phone.css'

/** The view of an event, or the markets to choose from. */
export function TradePage() {
  const isPhone = useMedia(PHONE)
  const trade = useRoutedEvent()
  return isPhone ? <PhoneDesk trade={trade} /> : <TabletDesk trade={trade} />
}
