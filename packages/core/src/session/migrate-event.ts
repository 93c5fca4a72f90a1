import { JOURNAL_FORMAT, type SessionEvent } from "../contract/event.ts";

type Loose = Readonly<Record<string, unknown>>;

/** By format: how one of its events is said in the next. Events that are not named stay as they are. */
const STEPS: readonly ((event: Loose) => Loose)[] = [
  (event) => event,
  function fromFormat1(event) {
    if (event["type"] === "transcript.repaired") return { ...event, what: [event["what"]] };
    if (event["type"] === "session.continued") return { ...event, format: 1 };
    return event;
  },
];

/** An event of an older format as this version says it. */
export function migrateEvent(event: SessionEvent, format: number): SessionEvent {
  let migrated = event as unknown as Loose;
  for (let from = format; from < JOURNAL_FORMAT; from++) migrated = STEPS[from]?.(migrated) ?? migrated;
  return migrated as unknown as SessionEvent;
}
