/** The few glyphs of the page, drawn here. They are always beside a word or a label. */
import type { ReactNode } from 'react'
import { BELL } from './bell-shape.ts'

function Glyph({ children }: { readonly children: ReactNode }) {
  return (
    <svg
      width="14"
      height="14"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

export function ShieldIcon() {
  return (
    <Glyph>
      <path d="M8 1.8 13 3.6v4.2c0 3-2 5.2-5 6.4-3-1.2-5-3.4-5-6.4V3.6z" />
    </Glyph>
  )
}

export function EyeIcon() {
  return (
    <Glyph>
      <path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8z" />
      <circle cx="8" cy="8" r="2" />
    </Glyph>
  )
}

export function BoltIcon() {
  return (
    <Glyph>
      <path d="M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z" fill="currentColor" stroke="none" />
    </Glyph>
  )
}

export function SearchIcon() {
  return (
    <Glyph>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.5 10.5 3.5 3.5" />
    </Glyph>
  )
}

export function HeartIcon() {
  return (
    <Glyph>
      <path d="M8 13.5C3.5 10.5 2 8.3 2 6a3 3 0 0 1 6-1 3 3 0 0 1 6 1c0 2.3-1.5 4.5-6 7.5z" />
    </Glyph>
  )
}

/** With a crack: the shape tells it from the whole one. */
export function BrokenHeartIcon() {
  return (
    <Glyph>
      <path d="M8 13.5C3.5 10.5 2 8.3 2 6a3 3 0 0 1 6-1 3 3 0 0 1 6 1c0 2.3-1.5 4.5-6 7.5zM8 5 6.3 7.6l3 1.2L8 13" />
    </Glyph>
  )
}

export function WarnIcon() {
  return (
    <Glyph>
      <path d="M8 2 14.5 13.5h-13zM8 6.5v3M8 11.6v.1" />
    </Glyph>
  )
}

export function CheckIcon() {
  return (
    <Glyph>
      <path d="m3 8.5 3.5 3.5L13 4.5" />
    </Glyph>
  )
}

export function CrossIcon() {
  return (
    <Glyph>
      <path d="m4 4 8 8M12 4l-8 8" />
    </Glyph>
  )
}

export function ClockIcon() {
  return (
    <Glyph>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 4.5V8l2.5 1.5" />
    </Glyph>
  )
}

export function StarIcon({ isFull }: { readonly isFull: boolean }) {
  return (
    <Glyph>
      <path
        d="m8 1.8 1.9 4 4.3.6-3.1 3 .7 4.4L8 11.7l-3.8 2.1.7-4.4-3.1-3 4.3-.6z"
        fill={isFull ? 'currentColor' : 'none'}
      />
    </Glyph>
  )
}

export function TallIcon() {
  return (
    <Glyph>
      <path d="M8 1.8v12.4M4.8 5 8 1.8 11.2 5M4.8 11 8 14.2l3.2-3.2" />
    </Glyph>
  )
}

export function LadderIcon() {
  return (
    <Glyph>
      <path d="M4.5 1.8v12.4M11.5 1.8v12.4M4.5 5h7M4.5 8h7M4.5 11h7" />
    </Glyph>
  )
}

export function BellIcon() {
  return (
    <Glyph>
      <path d={BELL} />
    </Glyph>
  )
}

export function SpeakerIcon({ isOff }: { readonly isOff: boolean }) {
  return (
    <Glyph>
      <path d="M2.5 6.2h2.3L8 3.5v9L4.8 9.8H2.5z" />
      <path
        d={isOff ? 'm10.5 6.2 3.6 3.6m0-3.6-3.6 3.6' : 'M10.5 5.8a3 3 0 0 1 0 4.4m1.8-6.2a5.6 5.6 0 0 1 0 8'}
      />
    </Glyph>
  )
}

export function LockIcon() {
  return (
    <Glyph>
      <path d="M4 7.2h8v6H4zM5.5 7.2V5a2.5 2.5 0 0 1 5 0v2.2" />
    </Glyph>
  )
}

export function ChevronIcon() {
  return (
    <Glyph>
      <path d="m4 6 4 4 4-4" />
    </Glyph>
  )
}
