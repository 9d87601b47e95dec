/** Contract of every audit log, run against the one on disk and against the engine tests' fake. */
import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import type { AuditEntry, AuditKind, AuditLog } from '#ports/audit-log.ts'

const entry = (clientOrderId: string, kind: AuditKind, details: AuditEntry['details'] = {}): AuditEntry => ({
  clientOrderId,
  kind,
  action: 'place',
  details,
})

/**
 * @param name  which implementation
 * @param create  an empty log; its clock may stand still but never runs back
 */
export function auditLogSuite(name: string, create: (context: TestContext) => AuditLog): void {
  describe(`audit log ${name}`, () => {
    test('INV-30 numbers rows from 1 without gaps and chains each to the one before', async (context) => {
      const audit = create(context)
      audit.append([entry('a', 'intent', { price: '0.57', nested: { list: [1, null, true, 'ü'] } })])
      audit.append([entry('a', 'decision'), entry('a', 'signed')])
      const rows = audit.orderHistory('a')
      assert.deepEqual(
        rows.map((row) => row.seq),
        [1, 2, 3],
      )
      assert.equal(rows[1]?.previousHash, rows[0]?.hash)
      assert.equal(rows[2]?.previousHash, rows[1]?.hash)
      assert.equal(new Set(rows.map((row) => row.hash)).size, 3)
      assert.deepEqual(rows[0]?.details, { price: '0.57', nested: { list: [1, null, true, 'ü'] } })
      const verdict = await audit.verify()
      assert.deepEqual(
        { ok: verdict.ok, rows: verdict.rows, firstBadSeq: verdict.firstBadSeq, problem: verdict.problem },
        { ok: true, rows: 3, firstBadSeq: null, problem: null },
      )
      assert.equal(verdict.headHash, rows[2]?.hash)
    })

    test('answers an append with the rows as stored', (context) => {
      const audit = create(context)
      const written = audit.append([entry('a', 'intent'), entry('a', 'decision')])
      assert.ok(written.ok)
      assert.deepEqual(written.value, audit.orderHistory('a'))
    })

    test('INV-01 refuses a second row of a kind for an order, and writes nothing of that append', async (context) => {
      const audit = create(context)
      audit.append([entry('a', 'intent')])
      assert.deepEqual(audit.append([entry('b', 'intent'), entry('a', 'intent')]), {
        ok: false,
        error: 'duplicate',
      })
      assert.deepEqual(audit.orderHistory('b'), [])
      assert.deepEqual(audit.append([entry('c', 'intent'), entry('c', 'intent')]), {
        ok: false,
        error: 'duplicate',
      })
      assert.equal((await audit.verify()).rows, 1)
      assert.equal(audit.isWritable(), true)
    })

    test('lists rows newest first, filtered and page by page', (context) => {
      const audit = create(context)
      for (const id of ['a', 'b', 'c']) audit.append([entry(id, 'intent'), entry(id, 'decision')])
      const seqs = (query: Parameters<AuditLog['rows']>[0]): readonly number[] =>
        audit.rows(query).map((row) => row.seq)
      assert.deepEqual(seqs({ limit: 4 }), [6, 5, 4, 3])
      assert.deepEqual(seqs({ limit: 4, before: 3 }), [2, 1])
      assert.deepEqual(seqs({ limit: 9, kind: 'intent' }), [5, 3, 1])
      assert.deepEqual(seqs({ limit: 9, clientOrderId: 'b' }), [4, 3])
      const third = audit.orderHistory('b')[0]?.at ?? 0
      assert.ok(audit.rows({ limit: 9, from: third }).every((row) => row.at >= third))
      assert.ok(audit.rows({ limit: 9, to: third }).every((row) => row.at <= third))
      assert.deepEqual(
        audit.since(third),
        audit.rows({ limit: 9, from: third }).toSorted((a, b) => a.seq - b.seq),
      )
    })

    test('INV-31 names the orders that were signed and have no final row', (context) => {
      const audit = create(context)
      audit.append([entry('refused', 'intent'), entry('refused', 'decision')])
      for (const id of ['cut', 'accepted', 'rejected', 'unknown', 'settled']) {
        audit.append([entry(id, 'intent'), entry(id, 'decision'), entry(id, 'signed')])
      }
      audit.append([entry('accepted', 'response', { result: 'accepted' })])
      audit.append([entry('rejected', 'response', { result: 'rejected' })])
      audit.append([entry('unknown', 'response', { result: 'unknown' })])
      audit.append([entry('settled', 'response', { result: 'unknown' })])
      audit.append([entry('settled', 'reconcile', { status: 'live' })])
      assert.deepEqual(audit.unfinished(), ['cut', 'unknown'])
    })
  })
}
