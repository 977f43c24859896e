//! `open-fire`: a solitaire tank platoon against an enemy run by paragraphs.
