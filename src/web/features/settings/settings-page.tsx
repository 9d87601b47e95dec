/** Looks, ladder, keys, sessions and tokens in sections, the ways to other settings, and logging out. */
import { usePage } from '../../contexts/page.ts'
import { Link } from '../../widgets/link.tsx'
import { Page } from '../../ui/page.tsx'
import { FileSection } from './file-section.tsx'
import { KeysSection } from './keys-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { SettingsSection } from './settings-section.tsx'
import { TokensSection } from './tokens-section.tsx'
import { Button } from '../../ui/button.tsx'

/** The settings page. */
export function SettingsPage() {
  const { session, client } = usePage()
  return (
    <Page className="narrow">
      <header className="page-head">
        <h1>Settings</h1>
        <span className="soft">Saved on this terminal for all browsers.</span>
      </header>
      <SettingsSection section="Appearance" />
      <SettingsSection section="Ladder" />
      <KeysSection />
      <FileSection />
      <SessionsSection />
      <TokensSection />
      <section className="panel" aria-label="More">
        <div className="setting-lines">
          <div className="setting">
            <span className="more-links">
              <Link to="/settings/risk">Risk limits</Link>
              <Link to="/settings/notifications">Notifications</Link>
              <Link to="/alerts">Alerts</Link>
              <Link to="/combos">Combos</Link>
              <Link to="/audit">Audit log</Link>
              <Link to="/health">Health</Link>
            </span>
            <Button
              onClick={() => {
                // Nothing of the workspace asks for anything while the session ends.
                session.set('checking')
                void client.call('logout', { body: {} }).then(() => session.set('out'))
              }}
            >
              Log out (goes SAFE)
            </Button>
          </div>
        </div>
      </section>
    </Page>
  )
}
