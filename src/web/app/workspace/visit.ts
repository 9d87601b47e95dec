/** A page that a dock shows over its panels. */
import type { ReactNode } from 'react'
import type { OverlayPage } from '../../model/workspace/overlay-panel.ts'

export type Visit = { readonly page: OverlayPage; readonly body: ReactNode }
