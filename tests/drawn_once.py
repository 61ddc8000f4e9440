"""Cached questions of the quiz, shared by several tests."""

from functools import cache

from playground.quiz import questions

drawn_once = cache(questions.sample_question)
