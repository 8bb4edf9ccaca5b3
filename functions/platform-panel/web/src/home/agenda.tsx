// Publications of the next days, day by day.
import { Link } from "@tanstack/react-router";

import type { Dated } from "../contents/post-pages";
import { day, shortDay, time } from "../design/dates";
import { State } from "../design/state";

const DAY = 86_400_000;

/** Instants on `count` days, from today. */
export function daysFrom(now: Date, count: number): Date[] {
  const [hour = 0, minute = 0] = time(now).split(":").map(Number);
  // From noon, so that a day of 23 or 25 hours is neither left out nor there twice.
  const noon = now.getTime() + ((12 - hour) * 60 - minute) * 60_000;
  return Array.from({ length: count }, (_, distance) => new Date(noon + distance * DAY));
}

export function Agenda({
  days,
  entries,
  now,
  siteName,
}: {
  days: Date[];
  entries: Dated[];
  now: Date;
  siteName: (id: number) => string;
}) {
  const today = day(now);
  return (
    <div className="agenda">
      {days.map((date) => {
        const name = day(date);
        const own = entries.filter(({ at }) => day(at) === name);
        const [weekday] = shortDay(date).split(",");
        return (
          <div key={name} className={name === today ? "day today" : "day"}>
            <h3>
              <b>{Number(name.slice(8))}</b> {name === today ? "hoje" : weekday}
            </h3>
            {own.length === 0 ? (
              <p className="free">Nenhuma saída marcada</p>
            ) : (
              <ul>
                {own.map(({ post, at }) => (
                  <li key={post.id}>
                    <span className="num">{time(at)}</span>
                    <div>
                      <Link to="/painel/conteudos/$id" params={{ id: String(post.id) }}>
                        {post.title || "Sem título"}
                      </Link>
                      <small>{[siteName(post.site_id), post.details?.author_name].filter(Boolean).join(" · ")}</small>
                    </div>
                    <State post={post} />
                  </li>
                ))}
              </ul>
            )}
          </div>
        );
      })}
    </div>
  );
}
