/**
 * Shows that a desktop notification was clicked, and does nothing else: it answers no request, keeps no copy of
 * anything and takes no push. Its scope holds no page, so it is between no page and the terminal.
 */
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data))
})

/** Brings a tab of the terminal to the front and tells it what was clicked; opens one when there is none. */
async function openPage(data) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab =
    tabs.find((one) => one.focused) ?? tabs.find((one) => one.visibilityState === 'visible') ?? tabs[0]
  if (tab === undefined) {
    await self.clients.openWindow('/notifications')
    return
  }
  tab.postMessage({ clicked: data }, [])
  await tab.focus()
}
