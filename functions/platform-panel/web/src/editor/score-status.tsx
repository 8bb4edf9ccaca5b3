// The scores for people who hear the page: told when they have settled, not at each keystroke.
import { type Analysis, useRested } from "./checks";

/** How long scores must stay the same, in milliseconds. */
const SETTLED = 3_000;

export function ScoreStatus({ analysis }: { analysis: Analysis | undefined }) {
  const scores = analysis ? `SEO ${analysis.seo.score}, GEO ${analysis.geo.score}, AEO ${analysis.aeo.score}.` : "";
  return (
    <p className="vh" role="status" aria-label="Pontuações">
      {useRested(scores, SETTLED)}
    </p>
  );
}
