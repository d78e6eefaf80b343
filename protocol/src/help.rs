//! [`HELP`]: the commands, on a screenful.

/// The commands, on one screen.
pub const HELP: &str = "\
Rotunda speaks UCI; a chess interface or a script talks to it line by line. By hand:

  setoption name UCI_Variant value NAME   play another variant ('uci' lists them)
  position startpos [moves M1 M2 ..]      set up the start, play moves
  position fen FEN [moves ..]             set up any position
  position variant NAME startpos|fen ..   the variant and the position in one line
  d, flip                                 draw the board; from the next seat
  move M1 [M2 ..], undo [N]               play on from here, take moves back
  new, rules                              the start again; the game's rules in short
  legal                                   list the legal moves
  outcome                                 has the game ended, and with what points?
  claim                                   end the game by the claim that 'outcome' shows
  eval                                    explain the static evaluation

  go depth N | nodes N | movetime MS      search with one limit or several
  go wtime MS btime MS [winc MS binc MS]  search on the clock
     [movestogo N]
  go time A,B,.. [inc A,B,..]             the same for any number of seats, in their order
  go mate N                               find a mate in N moves, or prove that there is none
  go infinite | ponder ..                 search until 'stop', or 'ponderhit'
  go .. searchmoves M1 M2 ..              only these moves; the last words of the line
  go perft N                              count the leaves N plies deep
  stop                                    end the search with its best move, end perft

  setoption name NAME [value V]           Hash, Threads, MultiPV, ...; 'uci' lists them
  ucinewgame                              the next position is of another game
  bench [variant NAME] [depth N] [stats]  search fixed positions, measure the speed
  isready, debug, register, quit          as in UCI; the end of input lets counts finish";
